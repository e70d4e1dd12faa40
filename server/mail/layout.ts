// The look of our messages: tables and inline styles, which is what mail programs understand. Everything that comes from
// people is escaped here.
import type { I18n } from '../i18n/index.ts';

export interface Letter {
  subject: string;
  /** Paragraphs of plain text. */
  paragraphs: readonly string[];
  button?: { label: string; url: string } | undefined;
  /** Small print below. */
  notes?: readonly string[];
  /** Numbers side by side, with how they have changed. */
  figures?: readonly Figure[];
  lists?: readonly LetterList[];
  /** The link that stops such messages, at the end. */
  unsubscribe?: { label: string; url: string };
}

interface Figure {
  label: string;
  value: string;
  note: string;
}

/** Names and values, one per line. */
export interface LetterList {
  title: string;
  rows: readonly (readonly [name: string, value: string])[];
}

const colours = {
  canvas: '#F5F6F3',
  surface: '#FFFFFF',
  text: '#17211C',
  muted: '#56635C',
  accent: '#1F5B41',
  line: '#E1E5DF',
};
const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

export function asText(letter: Letter): string {
  const { paragraphs, button, notes = [], figures = [], lists = [], unsubscribe } = letter;
  const numbers = figures.map(({ label, value, note }) => `${label}: ${value} (${note})`).join('\n');
  const listed = lists.map(({ title, rows }) =>
    [title, ...rows.map(([name, value]) => `  ${name}: ${value}`)].join('\n'),
  );
  const last = unsubscribe ? [`${unsubscribe.label}:\n${unsubscribe.url}`] : [];
  const link = button ? [`${button.label}:\n${button.url}`] : [];
  const parts = [...paragraphs, numbers, ...listed, ...link, ...notes, ...last, '-- \nFingerpost'];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

export function asHtml(letter: Letter, { language, dir }: I18n): string {
  const { subject, paragraphs, button, notes = [], figures = [], lists = [], unsubscribe } = letter;
  const lines = paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join('');
  const small = notes
    .map((text) => `<p style="margin:0 0 8px;font-size:14px;color:${colours.muted}">${escapeHtml(text)}</p>`)
    .join('');
  return `<!doctype html>
<html lang="${language}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body dir="${dir}" style="margin:0;padding:0;background:${colours.canvas}">
<table role="presentation" dir="${dir}" width="100%" cellpadding="0" cellspacing="0" style="background:${colours.canvas}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;font-family:${FONT};font-size:16px;line-height:1.5;color:${colours.text}">
<tr><td style="padding:0 8px 16px;font-weight:700;font-size:20px;color:${colours.accent}">Fingerpost</td></tr>
<tr><td style="background:${colours.surface};border-radius:16px;padding:32px 24px">
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${escapeHtml(subject)}</h1>
${lines}${figures.length > 0 ? figureTable(figures, dir) : ''}${lists.map((list) => listTable(list, dir)).join('')}${button ? linkButton(button) : ''}${small}
</td></tr>${unsubscribe ? lastLine(unsubscribe) : ''}
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function figureTable(figures: readonly Figure[], dir: I18n['dir']): string {
  const cells = figures.map(
    ({ label, value, note }) => `<td valign="top" style="padding-${sideOf(dir).end}:12px">
<p style="margin:0;font-size:14px;color:${colours.muted}">${escapeHtml(label)}</p>
<p style="margin:0;font-size:28px;line-height:1.2;font-weight:700">${escapeHtml(value)}</p>
<p style="margin:4px 0 0;font-size:13px;color:${colours.muted}">${escapeHtml(note)}</p></td>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px"><tr>${cells.join('')}</tr></table>\n`;
}

function listTable({ title, rows }: LetterList, dir: I18n['dir']): string {
  const { end } = sideOf(dir);
  const line = `border-top:1px solid ${colours.line};padding:8px 0;vertical-align:top`;
  const lines = rows.map(
    ([name, value]) =>
      `<tr><td style="${line};padding-${end}:12px;word-break:break-word">${multiline(name)}</td><td align="${end}" style="${line};word-break:break-word">${multiline(value)}</td></tr>`,
  );
  return `<h2 style="margin:0 0 8px;font-size:16px;line-height:1.25">${escapeHtml(title)}</h2>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px;font-size:15px">${lines.join('')}</table>
`;
}

/** Mail programs know left and right only. */
function sideOf(dir: I18n['dir']): { end: 'left' | 'right' } {
  return { end: dir === 'rtl' ? 'left' : 'right' };
}

function multiline(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>');
}

function lastLine({ label, url }: { label: string; url: string }): string {
  return `
<tr><td style="padding:16px 8px 0;font-size:14px"><a href="${escapeHtml(url)}" style="color:${colours.muted}">${escapeHtml(label)}</a></td></tr>`;
}

function linkButton({ label, url }: { label: string; url: string }): string {
  const style = `display:inline-block;padding:12px 24px;border-radius:10px;background:${colours.accent};color:#FFFFFF;text-decoration:none;font-weight:600`;
  return `<p style="margin:8px 0 24px"><a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;font-size:14px;color:${colours.muted};word-break:break-all" dir="ltr" align="left">${escapeHtml(url)}</p>
`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}
