// Adds an example to every parameter, request body and successful response of the OpenAPI document, so that API clients
// that import it have working requests. The reference at /docs shows the same ones. All are about one account, whose
// records are in `example-account/`.

import type { Schema } from '../../../views/reference/document.ts';
import { exampleAnswers } from './example-answers.ts';
import { exampleFiles, exampleMessages } from './example-files.ts';
import { exampleList } from './example-lists.ts';
import { exampleParameter } from './example-parameters.ts';
import { exampleBodies } from './example-requests.ts';

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

export function addExamples(path: string, operation: ExampleOperation): void {
  const { operationId, 'x-alias-of': original = operationId, parameters = [], requestBody, responses } = operation;
  for (const parameter of parameters) parameter.example = exampleParameter(path, operationId, parameter.name);
  for (const [type, media] of Object.entries(requestBody?.content ?? {})) {
    media.example = exampleBodies[original];
    // For forms, the converter of Postman reads the example in the schema only.
    if (type !== 'application/json') media.schema = { ...media.schema, example: media.example };
  }
  for (const [type, media] of Object.entries(responses['200']?.content ?? {})) {
    if (type === 'application/json') media.example = exampleAnswer(path, original, media.schema);
    else media.example = type === 'text/csv' ? exampleFiles[original] : exampleMessages[original];
  }
}

/** In its envelope. Only the account's record has no `status`. */
function exampleAnswer(path: string, operationId: string, schema: Schema | undefined): unknown {
  const response = exampleAnswers[operationId];
  if (response === undefined) return exampleList(path, operationId);
  // A write has two forms of answers; examples show the short one.
  const form = schema?.anyOf?.[0] ?? schema;
  return form?.properties?.status ? { status: true, response } : { response };
}
