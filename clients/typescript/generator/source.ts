// The whole generated file: the document's schemas, what each operation takes, and the operations in their groups.
import { type Document, Unknown } from './document.ts';
import { type GeneratedOperation, generateOperation } from './operations.ts';
import { declaration, nameOf } from './types.ts';

const HEAD = `// Generated from docs/openapi.json by generate.ts: change the document, then run "npm run client".
import type { CallOptions, CreationOptions, EditOptions, Page, StreamOptions, Transport } from './calls.ts';
import type { FileContent } from './request.ts';

export type PageOf<T> = Page<T, Meta>;
`;

export function sourceOf(document: Document): string {
  const schemas = Object.entries(document.components.schemas).map(([name, schema]): [string, string] => [
    nameOf(name),
    declaration(nameOf(name), schema, `The schema ${name}`),
  ]);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation['x-alias-of'] === undefined)
      .map(([method, operation]) => generateOperation(path, method, operation)),
  );
  const types = unique([...schemas, ...operations.flatMap((operation) => Object.entries(operation.types))], 'types');
  return [HEAD, ...types.values(), operationsSource(operations)].join('\n');
}

function operationsSource(operations: readonly GeneratedOperation[]): string {
  const groups = Map.groupBy(operations, ({ group }) => group);
  const members = [...groups].map(([group, inGroup]) => {
    const functions = unique(
      inGroup.flatMap((operation) => Object.entries(operation.functions)),
      `functions of ${group}`,
    );
    return `${group}: {\n${[...functions.values()].join('')}},\n`;
  });
  return `export function operationsOn(api: Transport<Meta>) {\nreturn {\n${members.join('')}};\n}\n`;
}

function unique(named: readonly [string, string][], what: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, text] of named) {
    if (found.has(name)) throw new Unknown(`Two ${what} would be called "${name}".`);
    found.set(name, text);
  }
  return found;
}
