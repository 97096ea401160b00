import { expect, test } from 'vitest'
import { errorLine } from '../../../lib/operator/command-line/failure.ts'

const named = (name: string, message: string) => Object.assign(new Error(message), { name })
const BY = 'User: arn:aws:iam::123456789012:user/a is not authorized to perform:'

test.each([
  ['AccessDenied', `${BY} cloudformation:GetTemplate on resource: b`, 'cloudformation:GetTemplate'],
  [
    'AccessDeniedException',
    `${BY} lambda:GetAccountSettings because no policy allows it`,
    'lambda:GetAccountSettings',
  ],
  ['AccessDeniedException', `${BY} execute-api:Invoke`, 'execute-api:Invoke'],
  ['AccessDeniedException', 'no', 'to use the table'],
  ['AccessDenied', 'no', 'to read the stack'],
])('%s with the message %s names the action', (name, message, action) => {
  expect(errorLine(named(name, message), false)).toBe(
    `error: these AWS credentials are not allowed ${action}`,
  )
})
