/** DynamoDB could not be asked, or not in time. Trying again later may succeed; nothing was returned. */
export class TableUnavailable extends Error {
  override name = 'TableUnavailable'
}
