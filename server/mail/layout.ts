// The look of our messages: tables and inline styles, which is what mail programs understand. Everything that comes from
// people is escaped here.
export interface Letter {
  subject: string;
  /** Paragraphs of plain text. */
  paragraphs: readonly string[];
  button?: { label: string; url: string } | undefined;
  /** Small print below. */
  notes?: readonly string[];
}

const colours = { canvas: '#F5F6F3', surface: '#FFFFFF', text: '#17211C', muted: '#56635C', accent: '#1F5B41' };
const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

export function asText({ paragraphs, button, notes = [] }: Letter): string {
  const link = button ? [`${button.label}:\n${button.url}`] : [];
  return `${[...paragraphs, ...link, ...notes, '-- \nFingerpost'].join('\n\n')}\n`;
}

export function asHtml({ subject, paragraphs, button, notes = [] }: Letter): string {
  const lines = paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join('');
  const small = notes
    .map((text) => `<p style="margin:0 0 8px;font-size:14px;color:${colours.muted}">${escapeHtml(text)}</p>`)
    .join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${colours.canvas}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${colours.canvas}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;font-family:${FONT};font-size:16px;line-height:1.5;color:${colours.text}">
<tr><td style="padding:0 8px 16px;font-weight:700;font-size:20px;color:${colours.accent}">Fingerpost</td></tr>
<tr><td style="background:${colours.surface};border-radius:16px;padding:32px 24px">
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${escapeHtml(subject)}</h1>
${lines}${button ? linkButton(button) : ''}${small}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function linkButton({ label, url }: { label: string; url: string }): string {
  const style = `display:inline-block;padding:12px 24px;border-radius:10px;background:${colours.accent};color:#FFFFFF;text-decoration:none;font-weight:600`;
  return `<p style="margin:8px 0 24px"><a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;font-size:14px;color:${colours.muted};word-break:break-all">${escapeHtml(url)}</p>
`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}
