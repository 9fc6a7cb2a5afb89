/**
 * Values that can be stored and sent: plain, readonly JSON. A stored document is the state itself, so every state has
 * this type.
 */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A JSON Schema (2020-12) fragment, as OpenAPI 3.1 uses it. */
export type JsonSchema = { readonly [key: string]: Json };
