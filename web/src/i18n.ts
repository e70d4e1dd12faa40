// The texts of the dashboard, in two parts: what everybody sees, loaded before the first screen is drawn, and what is behind
// the sign-in. Each part of each language is a chunk, and only those of the language in use are loaded.
import { i18n, type MessageDescriptor, type MessageOptions, type Messages } from '@lingui/core';
import { directionOf, type InterfaceLanguage } from '../../contract/languages.ts';
import { isolated } from './isolation.ts';
import { localeFor, rememberAccountLanguage, rememberChoice, wantedLanguage } from './language.ts';

type Catalogue = { messages: Messages };

const everybody = import.meta.glob<Catalogue>('./locales/*.po');
const behindSignIn = import.meta.glob<Catalogue>('./locales/signed-in/*.po');

const translate: typeof i18n._ = i18n._.bind(i18n);
i18n._ = ((id: string | MessageDescriptor, values?: Values, options?: MessageOptions) =>
  typeof id === 'string'
    ? translate(id, isolatedValues(values), options)
    : translate({ ...id, ...(id.values && { values: isolatedValues(id.values) }) })) as typeof i18n._;
i18n.t = i18n._;

type Values = NonNullable<MessageDescriptor['values']>;

function isolatedValues(values: Values = {}): Values {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? isolated(value) : value,
  ]);
  return Object.fromEntries(entries);
}

let activation: Promise<void> | undefined;
let needsSignedIn = false;

export function loadLanguage(): Promise<void> {
  activation ??= activate();
  return activation;
}

/** Before a screen behind the sign-in is drawn. They are added to those for everybody. */
export async function loadSignedInTexts(): Promise<void> {
  needsSignedIn = true;
  const language = wantedLanguage();
  const [{ messages }] = await Promise.all([signedInTexts(language), loadLanguage()]);
  i18n.load(language, messages);
}

/** In this browser, by somebody who is not signed in. What is on the screen stays as it is, in other words. */
export function chooseLanguage(language: InterfaceLanguage): Promise<void> {
  rememberAccountLanguage(undefined);
  rememberChoice(language);
  return follow();
}

/** Of the account that is signed in; null if it leaves that to the browser. */
export function followAccount(language: InterfaceLanguage | null): Promise<void> {
  rememberAccountLanguage(language ?? undefined);
  return follow();
}

/** From now on, what the browser asks for. */
export function followBrowser(): Promise<void> {
  rememberChoice(undefined);
  return followAccount(null);
}

async function follow(): Promise<void> {
  if (wantedLanguage() === i18n.locale) return;
  activation = activate();
  await activation;
}

async function activate(): Promise<void> {
  const language = wantedLanguage();
  setTimeout(warmUp, 0, localeFor(language));
  const [{ messages }, more] = await Promise.all([
    everybody[`./locales/${language}.po`]!(),
    needsSignedIn ? signedInTexts(language) : undefined,
  ]);
  // Another one may have been chosen while this one was loading.
  if (language !== wantedLanguage()) return;
  i18n.loadAndActivate({
    locale: language,
    locales: localeFor(language),
    messages: { ...messages, ...more?.messages },
  });
  const root = document.documentElement;
  const direction = directionOf(language);
  // The server may have written them: setting them again would cost a whole layout.
  if (root.lang !== language) root.lang = language;
  if (root.dir !== direction) root.dir = direction;
}

/** The first use takes a browser many milliseconds: spent here, while texts and code are loading, nobody waits for them. */
function warmUp(locale: string): void {
  new Intl.PluralRules(locale).select(0);
  setTimeout(() => new Intl.NumberFormat(locale).format(0));
}

function signedInTexts(language: InterfaceLanguage): Promise<Catalogue> {
  return behindSignIn[`./locales/signed-in/${language}.po`]!();
}
