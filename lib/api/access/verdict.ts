/** Why a caller is refused; each is the code of a problem. */
export type Denial =
  | 'invalid_api_key'
  | 'invalid_identity'
  | 'identification_required'
  | 'identity_conflict'
  | 'business_not_found'
  | 'business_suspended'
  | 'read_only'
  | 'identity_unavailable'

/**
 * The authorizer's result, as the endpoint gets it: either a business, or a denial and no business. A denial continues
 * to the endpoint because the gateway's own refusal cannot be shaped into a problem.
 */
export type Verdict =
  | { business_id: string; identified_by: 'public' }
  | {
      business_id: string
      identified_by: 'api_key'
      key_id: string
      /** Percent-encoded; undefined for a token that was stored before names. */
      key_name: string | null
      /** With spaces between. */
      scopes: string
      /** `<tokens per second>/<burst>`. */
      rate_limit: string
    }
  | { denial: Denial }
