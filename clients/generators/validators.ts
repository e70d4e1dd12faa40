// Whether generated Zod schemas accept the request examples of the document, and what the service accepts and refuses.
import { join } from 'node:path';
import type { Tool } from './tools.ts';

interface Schema {
  safeParse(value: unknown): { success: boolean };
}

interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, { example?: unknown }> };
}

const names: [name: string, isAccepted: boolean][] = [
  ['Ada \u{1f600}', true],
  ['pCcCs', true],
  ['A\u0000da', false],
  ['A\ud83dda', false],
];

/** Returns what is wrong. */
export async function checkValidators(
  folder: string,
  { module, schema }: NonNullable<Tool['validators']>,
  operations: readonly Operation[],
): Promise<string[]> {
  const mistakes: string[] = [];
  const accepts = async (operationId: string, value: unknown): Promise<boolean> => {
    const schemas = (await import(join(folder, module(operationId)))) as Record<string, Schema>;
    return schemas[schema(operationId)]?.safeParse(value).success ?? false;
  };
  for (const { operationId, requestBody } of operations) {
    const example = requestBody?.content['application/json']?.example;
    if (example === undefined) continue;
    if (!(await accepts(operationId, example))) mistakes.push(`The example of ${operationId} is refused.`);
  }
  for (const [name, isAccepted] of names) {
    if ((await accepts('editProfile', { name })) === isAccepted) continue;
    mistakes.push(`The name ${JSON.stringify(name)} is ${isAccepted ? 'refused' : 'accepted'}.`);
  }
  return mistakes;
}
