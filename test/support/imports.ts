// Finds the imports of a source file with regular expressions; enough for the style of this code base.
export interface Import {
  readonly from: string;
  /** Imports only types, which are erased. */
  readonly typesOnly: boolean;
}

const statement = /(?:^|;)[ \t]*(?:import|export)\s+(type\s+)?(?:[\w$*{},\s]+?\sfrom\s+)?(['"])([^'"\n]+)\2/gm;
const call = /\bimport\(\s*(['"])([^'"\n]+)\1/g;

export function importsOf(source: string): Import[] {
  const code = withoutComments(source);
  return [
    ...[...code.matchAll(statement)].map((match) => ({ from: match[3]!, typesOnly: match[1] !== undefined })),
    ...[...code.matchAll(call)].map((match) => ({ from: match[2]!, typesOnly: false })),
  ];
}

export function withoutComments(source: string): string {
  return source.replace(/^[ \t]*\/\*[\s\S]*?\*\//gm, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}
