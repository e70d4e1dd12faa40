// Adds an example to every parameter, request body and successful response of the OpenAPI document, so that API clients
// that import it have working requests. The reference at /docs shows the same ones.

import type { Schema } from '../../../views/reference/document.ts';
import { exampleAnswers, exampleFiles } from './example-answers.ts';
import { exampleBodies, exampleHeader } from './example-requests.ts';
import { createSchemaExamples, type Schemas } from './schema-examples.ts';

interface Parameter {
  in: string;
  name: string;
  schema: Schema;
  example?: unknown;
}

type Content = Record<string, { schema?: Schema; example?: unknown }>;

export interface ExampleOperation {
  operationId: string;
  /** The operation that this one is an alias of: the examples are the same. */
  'x-alias-of'?: string;
  parameters?: Parameter[];
  requestBody?: { content?: Content };
  responses: Record<string, { content?: Content }>;
}

export function addExamples(path: string, operation: ExampleOperation, schemas: Schemas): void {
  const schemaExample = createSchemaExamples(schemas);
  const context = { path };
  const { operationId, 'x-alias-of': original = operationId, parameters = [], requestBody, responses } = operation;
  for (const parameter of parameters) {
    const { name, schema } = parameter;
    parameter.example = exampleHeader(name, operationId) ?? schemaExample(schema, context, name);
  }
  for (const media of Object.values(requestBody?.content ?? {})) {
    media.example = exampleBodies[original] ?? schemaExample(media.schema ?? {}, context);
  }
  for (const [type, media] of Object.entries(responses['200']?.content ?? {})) {
    const response = exampleAnswers[original];
    if (type === 'text/event-stream') {
      media.example = schemaExample(media.schema ?? {}, context);
      continue;
    }
    if (type !== 'application/json') {
      media.example = exampleFiles[original];
      continue;
    }
    const made = schemaExample(media.schema ?? {}, context) as Record<string, unknown>;
    media.example = response === undefined ? made : { ...made, response };
  }
}
