import { DELIVERY_STATUSES } from '../../../domain/webhooks/delivery.ts'
import { oneOf, pageParameters } from '../parameters/parameters.ts'

/** The query parameters of `GET /admin/webhooks/{id}/deliveries`. */
export const deliveryParameters = { status: oneOf(DELIVERY_STATUSES), ...pageParameters }
