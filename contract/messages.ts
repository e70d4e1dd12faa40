// Words of definitions that the dashboard shows. In its build, `web/lingui.config.ts` has this `msg` replaced like that of
// Lingui: by an id, with which the text is looked up in a language. Elsewhere they are English.

export interface Message {
  readonly id: string;
  readonly message?: string;
}

export function msg(given: TemplateStringsArray | { readonly message: string; readonly context: string }): Message {
  const message = 'message' in given ? given.message : given[0]!;
  return { id: message, message };
}
