/** Any JSON value: templates, manifests, events and a function's responses are all handled as this. */
export type Json = string | number | boolean | null | Json[] | JsonObject
export interface JsonObject {
  [name: string]: Json
}
