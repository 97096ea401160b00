import { ref } from '../json-schema.ts'
import type { OperationSpec } from '../operation.ts'
import { pathParameter, QUERIES, REQUEST_HEADERS } from '../parameters.ts'
import { listExample } from '../schemas/list.ts'
import { A_SCHEDULE, A_SCHEDULE_REQUEST } from '../schemas/schedule.ts'

const id = pathParameter('id', 'The id of the product.')

const schedule = (description: string) =>
  ({
    description,
    schema: ref('Schedule'),
    example: A_SCHEDULE,
    headers: ['ETag-of-version'],
  }) as const

/** The operations on changes at a given time, by the function that handles them. */
export const SCHEDULE_OPERATIONS = {
  'admin/schedules/list': {
    operationId: 'listSchedules',
    summary: 'List schedules',
    description:
      'Returns a page of what is planned or in force, in the order of the ids of the products. A schedule that is over is not in the list. With `product` it shows every earlier write; otherwise a write normally appears within one second.',
    tag: 'Schedules',
    parameters: QUERIES.schedules,
    answers: {
      200: {
        description: 'A page of schedules.',
        schema: ref('ScheduleList'),
        example: listExample(A_SCHEDULE),
        headers: ['Link'],
      },
    },
  },
  'admin/products/schedule/put': {
    operationId: 'putSchedule',
    summary: 'Plan a change of a product',
    description:
      'Plans a change for the time `at`, in place of one that was planned before: a product has one schedule at most. The change is made at `at` or up to 65 seconds later, or more if thousands are due at the same time; never earlier. At `until` each field that still has the value of the patch gets back the value that it had before; fields that were changed in the meantime stay as they are. An earlier price that would then be below the price becomes null. While the change is in force, only `until` can change: another body is 409 `schedule_running`. Without `until` the change then stays, and the schedule is over. Variants are named by `id` or `sku`; the SKU is looked up once, in this request. The same body again changes nothing. Costs one token of the rate limit, and one more for each further 25 variants.',
    tag: 'Schedules',
    parameters: [id, REQUEST_HEADERS.IfMatch, REQUEST_HEADERS.IfNoneMatchAny],
    body: {
      schema: 'NewSchedule',
      description: 'The times, and the fields to change.',
      example: A_SCHEDULE_REQUEST,
    },
    answers: {
      200: schedule('The schedule as it is now.'),
      201: schedule('The new schedule.'),
    },
    problems: ['product_not_found', 'schedule_not_found', 'schedule_running', 'precondition_failed'],
  },
  'admin/products/schedule/delete': {
    operationId: 'deleteSchedule',
    summary: 'End a schedule',
    description: 'Cancels a change that is planned. One that is in force ends now, as it would at `until`.',
    tag: 'Schedules',
    parameters: [id, REQUEST_HEADERS.IfMatch],
    answers: { 204: { description: 'The product has no schedule.' } },
    problems: ['schedule_not_found', 'precondition_failed'],
  },
} as const satisfies Record<string, OperationSpec>
