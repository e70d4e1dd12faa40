// Changes of the sections of an account's record. Only values that differ from the default are stored, so that the others
// follow the theme and future defaults.
import { ApiError } from '../../../contract/errors.ts';
import { canonicalLanguage } from '../../../contract/languages.ts';
import { networks } from '../../../contract/page/social-networks.ts';
import { profileIn, profileRule } from '../../../contract/page/social-profiles.ts';
import { followable, withScheme } from '../../../contract/page/targets.ts';
import { themeDefaults } from '../../../contract/page/theme-defaults.ts';
import { themeNamed } from '../../../contract/page/themes.ts';
import type { SectionEdits, SectionName } from '../../../contract/schemas/sections.ts';
import { backgroundLayouts } from '../../../contract/vocabulary.ts';
import { type AccountValues, findAccount, updateAccount } from '../../storage/accounts/accounts.ts';
import type { AccountRow } from '../../storage/tables.ts';
import { collectFieldErrors, type FieldErrorCollector } from '../field-errors.ts';
import { storedJson } from '../stored-json.ts';
import { ownUpload } from '../uploads/own-uploads.ts';
import type { PageEdit, PageReader } from './page-edit.ts';
import { pageOptions, withOptions } from './page-options.ts';
import { sectionDefaults } from './page-settings.ts';

/**
 * Returns whether anything changed. `patch` has the shape of `sectionEdits`. Invalid values are rejected together, with
 * paths that start with `within`, and nothing changes. Writes no activity: the caller logs the whole edit once.
 */
export async function changeSection<Name extends SectionName>(
  edit: PageEdit,
  name: Name,
  patch: SectionEdits[Name],
  within = '',
): Promise<boolean> {
  const account = await findAccount(edit.tx, edit.accountId);
  if (!account) throw new ApiError('unauthenticated');
  const values = await changedSection(edit, account, name, patch, within);
  const isChanged = Object.entries(values).some(([column, value]) => account[column as keyof AccountRow] !== value);
  if (isChanged) await updateAccount(edit.tx, edit.accountId, { ...values, updated_at: edit.at });
  return isChanged;
}

/** The columns of the account that change. */
export async function changedSection<Name extends SectionName>(
  reader: PageReader,
  account: AccountRow,
  name: Name,
  patch: SectionEdits[Name],
  within: string,
): Promise<Columns> {
  const fieldErrors = collectFieldErrors(within);
  const values = await changes[name]({ reader, account, fieldErrors }, patch);
  fieldErrors.throwIfAny();
  return values;
}

interface Change {
  reader: PageReader;
  account: AccountRow;
  fieldErrors: FieldErrorCollector;
}
type Columns = AccountValues;

const changes: { [Name in SectionName]: (change: Change, patch: SectionEdits[Name]) => Promise<Columns> } = {
  async profile(change, { name, bio, avatar }) {
    return {
      ...(name !== undefined && { name: name ?? change.account.username }),
      ...(bio !== undefined && { bio: lines(bio ?? '') }),
      ...(avatar !== undefined && { avatar: await picture(change, 'avatar', avatar, change.account.avatar) }),
    };
  },

  async seo(change, { opengraph_image: image, page_description: description, ...patch }) {
    const stored = record(change.account.seo);
    const sent = {
      ...patch,
      enable: flag(patch.enable),
      block_engine: flag(patch.block_engine),
      page_description: description && lines(description),
      opengraph_image:
        image === undefined ? undefined : await picture(change, 'opengraph_image', image, stored.opengraph_image),
    };
    return { seo: JSON.stringify(merged(stored, sent, sectionDefaults.seo)) };
  },

  async social({ account, fieldErrors }, patch) {
    const stored = record(account.social);
    const sent: Record<string, string | null> = {};
    for (const network of networks) {
      const typed = patch[network];
      if (typed === undefined) continue;
      const found = typed === null || typed === '' ? { stored: null } : profileIn(network, typed);
      if ('problem' in found) fieldErrors.report(network, profileRule(network, found.problem));
      else sent[network] = found.stored;
    }
    return { social: JSON.stringify(merged(stored, sent, sectionDefaults.social)) };
  },

  async customize({ account }, patch) {
    return { customize: JSON.stringify(customizeWith(account, patch)) };
  },

  async background(change, patch) {
    const stored = record(change.account.background);
    const settings = await backgroundSettings(change, record(stored.settings), patch.settings);
    const type = patch.type === undefined ? stored.type : patch.type;
    return { background: JSON.stringify({ ...(type ? { type } : {}), ...(settings && { settings }) }) };
  },

  async options({ account, fieldErrors }, { consent_bar: sent, language: tag, background_layout: layout }) {
    const { hasConsentBar, language: before, backgroundLayout } = pageOptions(account.page_options);
    const isOn = sent === undefined ? hasConsentBar : flag(sent) === '1';
    const shown = layout === undefined ? backgroundLayout : (layout ?? backgroundLayouts[0]);
    const language = tag === undefined ? before : tag && canonicalLanguage(tag);
    if (language === undefined) fieldErrors.report('language', 'must be a language tag such as de or pt-BR');
    if (language === undefined) return {};
    if (isOn === hasConsentBar && language === before && shown === backgroundLayout) return {};
    const options = { hasConsentBar: isOn, language, backgroundLayout: shown };
    return { page_options: withOptions(account.page_options, options) };
  },
};

/** The stored appearance after this patch. */
export function customizeWith(account: Pick<AccountRow, 'customize'>, patch: SectionEdits['customize']) {
  const stored = record(account.customize);
  const chosen = patch.theme === undefined ? stored.theme : patch.theme;
  const theme = themeNamed(typeof chosen === 'string' ? chosen : '').name;
  const usual = { ...themeDefaults(theme), theme: themeNamed('').name };
  return merged(stored, inLowerCase({ ...patch, theme }), usual);
}

async function backgroundSettings(
  change: Change,
  stored: Record<string, unknown>,
  sent: SectionEdits['background']['settings'],
): Promise<object | undefined> {
  if (sent === undefined) return Object.keys(stored).length > 0 ? stored : undefined;
  const { image, video, solid, gradient } = sent ?? { image: null, video: null, solid: null, gradient: null };
  const usual = sectionDefaults.background;
  const parts = {
    video: await file(change, 'video', record(stored.video), video),
    image: await file(change, 'image', record(stored.image), image),
    solid: part(stored.solid, solid, usual.solid),
    gradient: part(stored.gradient, gradient && { ...gradient, animate: flag(gradient.animate) }, usual.gradient),
  };
  const kept = Object.entries(parts).filter(([, values]) => Object.keys(values).length > 0);
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

async function file(
  change: Change,
  kind: 'image' | 'video',
  stored: Record<string, unknown>,
  sent: Record<string, unknown> | null | undefined,
): Promise<Record<string, unknown>> {
  const usual = sectionDefaults.background[kind];
  if (!sent) return part(stored, sent, usual);
  const field = `settings.${kind}`;
  const address = sent[kind] as string | null | undefined;
  const own = address && (await picture(change, `${field}.${kind}`, address, stored[kind], kind));
  const external = sent.external_url as string | null | undefined;
  const url = external && followable(external);
  if (external && !url?.startsWith('https:')) {
    const full = withScheme(external);
    const hint = full === undefined ? '' : `: send \`${full}\``;
    change.fieldErrors.report(`${field}.external_url`, `must be an https address${hint}`);
  }
  return part(stored, { ...sent, [kind]: own, external_url: external === '' ? null : url }, usual);
}

/** The stored part after the change; null resets all of it. */
function part(stored: unknown, sent: object | null | undefined, usual: object): Record<string, unknown> {
  return sent === null ? {} : merged(record(stored), inLowerCase(sent ?? {}), usual);
}

/** The stored path of an upload. The current value is always accepted, so that it can be sent back. */
async function picture(
  { reader, fieldErrors }: Change,
  field: string,
  address: string | null,
  stored: unknown,
  kind: 'image' | 'video' = 'image',
): Promise<string | null> {
  if (address === null || address === '') return null;
  if (address === stored) return address;
  return fieldErrors.atField(field, (path) => ownUpload(reader, path, address, [kind]));
}

/** In the order of the defaults, without values that equal them. */
function merged(stored: Record<string, unknown>, sent: object, usual: object): Record<string, unknown> {
  const kept: [string, unknown][] = [];
  for (const [name, fallback] of Object.entries(usual)) {
    const given = (sent as Record<string, unknown>)[name];
    const value = given === undefined ? stored[name] : given;
    if (value !== undefined && value !== null && value !== fallback) kept.push([name, value]);
  }
  return Object.fromEntries(kept);
}

/** Normalizes colours, which are case-insensitive. */
function inLowerCase<T extends object>(values: T): T {
  const entries = Object.entries(values).map(([name, value]) => {
    return [name, typeof value === 'string' && value.startsWith('#') ? value.toLowerCase() : value];
  });
  return Object.fromEntries(entries);
}

function flag(sent: unknown): '1' | '0' | null | undefined {
  if (sent === undefined || sent === null) return sent;
  return sent === '1' || sent === 1 || sent === true ? '1' : '0';
}

/** Normalizes line endings. */
function lines(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

function record(stored: unknown): Record<string, unknown> {
  const value = typeof stored === 'string' ? storedJson(stored) : stored;
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
