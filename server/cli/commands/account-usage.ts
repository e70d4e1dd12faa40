// `fingerpost account usage`
import type { AccountUsage } from '../../../contract/schemas/account-usage.ts';
import { type Command, command } from '../command.ts';
import { accountOf } from './account.ts';

export const accountUsageCommands: Command[] = [
  command({
    name: 'account usage',
    summary: 'Show what an account uses: disk space, blocks, visits and the rest that is limited',
    arguments: ['USERNAME'],
    options: {},
    example: 'fingerpost account usage ada',
    json: `{"id":<account>,"message":"<sentence>","page_views":<count>,"link_clicks":<count>} and the fields of GET
/account/usage, such as "upload_bytes":{"used","limit"}.`,
    async run({ arguments: [username] }, context) {
      const { quotasOfStandardPlan } = await import('../../domain/plans/quotas.ts');
      const { readUsage } = await import('../../domain/accounts/usage.ts');
      const { clicksReport, viewsReport } = await import('../../visits/read/report.ts');
      const { store, id } = await accountOf(context, username!, 'read');
      const usage = await readUsage(store.read, id, quotasOfStandardPlan(context.config), context.clock());
      const page_views = (await viewsReport(store.read, id)).getviews.visits;
      const link_clicks = (await clicksReport(store.read, id)).insight.visits;
      const text = table([
        ...limitedRows(usage),
        ['page views', amount(page_views)],
        ['link clicks', amount(link_clicks)],
      ]);
      const message = 'Visits of the last seconds may not be counted yet.';
      context.output.value(text, { id, message, page_views, link_clicks, ...usage });
    },
  }),
];

function limitedRows({ blocks, uploads, upload_bytes, form_entries, pixels, keys, shares }: AccountUsage): string[][] {
  const limited = { blocks, uploads, 'form entries': form_entries, pixels, 'API keys': keys, 'shared links': shares };
  return [
    ['disk space', `${megabytes(upload_bytes.used)} of ${megabytes(upload_bytes.limit)}`],
    ...Object.entries(limited).map(([label, { used, limit }]) => [label, `${amount(used)} of ${amount(limit)}`]),
  ];
}

function table(rows: string[][]): string {
  const width = Math.max(...rows.map(([label]) => label!.length));
  return rows.map(([label, text]) => `${label!.padEnd(width)}  ${text}`).join('\n');
}

function amount(count: number): string {
  return count.toLocaleString('en');
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
}
