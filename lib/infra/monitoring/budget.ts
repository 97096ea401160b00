import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import type { Construct } from 'constructs'

/** A monthly budget of the whole account; the stack's own costs cannot be told apart without cost allocation tags. */
export function createBudget(scope: Construct, usd: number, email: string): void {
  const notification = (notificationType: string, threshold: number) => ({
    notification: {
      notificationType,
      comparisonOperator: 'GREATER_THAN',
      threshold,
      thresholdType: 'PERCENTAGE',
    },
    subscribers: [{ subscriptionType: 'EMAIL', address: email }],
  })
  new CfnBudget(scope, 'Budget', {
    budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount: usd, unit: 'USD' } },
    notificationsWithSubscribers: [notification('ACTUAL', 80), notification('FORECASTED', 100)],
  })
}
