import { readApiDocument } from '#contract/http/calls.ts'

/** The part of JSON Schema 2020-12 that our schemas use. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema | false
  prefixItems?: Schema[]
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
}

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema
}

interface Content {
  content?: Record<string, { schema: Schema }>
}

export interface Call {
  /** The name of the call's value: its method and its path with `:name` parameters. */
  name: string
  method: string
  /** The path with its parameters, such as `{id}`. */
  path: string
  /** The kinds of credentials that may make the call; empty for an open call. */
  opens: ('account' | 'shopper')[]
  parameters: Parameter[]
  body: Schema | null
  /** By status, then by media type. */
  answers: Record<string, Record<string, Schema>>
}

interface Document {
  paths: Record<
    string,
    Record<
      string,
      { parameters?: Parameter[]; requestBody?: Content; responses: Record<string, Content>; security: Record<string, string[]>[] }
    >
  >
  components: { schemas: Record<string, Schema> }
}

export async function readDocument(address: string): Promise<{ calls: Call[]; schemas: Record<string, Schema> }> {
  const document = (await (await fetch(address + readApiDocument.path)).json()) as Document
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      method: method.toUpperCase(),
      path,
      opens: operation.security.flatMap((way) => Object.keys(way)) as Call['opens'],
      parameters: operation.parameters ?? [],
      body: operation.requestBody?.content?.['application/json']?.schema ?? null,
      answers: Object.fromEntries(Object.entries(operation.responses).map(([status, { content }]) => [status, schemasOf(content)])),
    })),
  )
  return { calls, schemas: document.components.schemas }
}

const schemasOf = (content: Content['content'] = {}): Record<string, Schema> =>
  Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, schema]))
