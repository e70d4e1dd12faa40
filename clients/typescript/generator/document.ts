// The part of OpenAPI 3.1 that the generator reads. What it meets beyond that it does not guess at: it stops.

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly description?: string;
  readonly deprecated?: boolean;
}

export type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly schema: Schema;
}

export interface Operation {
  /** Another way to ask for the operation of this name: the client has that one. */
  readonly 'x-alias-of'?: string;
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Something in the document that the generator has no answer to; the sentence says where. */
export class Unknown extends Error {}

export function onlyKnown(thing: object, known: ReadonlySet<string>, at: string): void {
  const stranger = Object.keys(thing).find((name) => !known.has(name) && !name.startsWith('x-'));
  if (stranger !== undefined) throw new Unknown(`${at} has "${stranger}", which the generator does not know.`);
}
