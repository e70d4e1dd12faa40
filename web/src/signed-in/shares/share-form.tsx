import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ShareCreated } from '../../../../clients/typescript/index.ts';
import { limits } from '../../../../contract/limits.ts';
import { api } from '../../api/client.ts';
import { Button } from '../../design/actions/button.tsx';
import { Select } from '../../design/fields/select.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import { Form, useSubmission } from '../../frame/submission.tsx';
import { usageQuery } from '../queries.ts';
import styles from './shares.module.css';
import { sharedLinksQuery, sharesQuery } from './shares.ts';

const DAY_MS = 86_400_000;
const NEVER = 'never';
/** No link has an empty slug. */
const EVERYTHING = '';

interface ShareFormProps {
  slug: string | undefined;
  onCreated: (share: ShareCreated) => void;
}

export function ShareForm({ slug = EVERYTHING, onCreated }: ShareFormProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const links = useQuery(sharedLinksQuery).data ?? [];
  const submission = useSubmission(async ({ name = '', link_slug: chosen, days = NEVER }) => {
    const share = await api.analytics.shareStatistics({
      name,
      link_slug: chosen || null,
      expires_at: days === NEVER ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
    });
    submission.formRef.current?.reset();
    onCreated(share);
    await Promise.all([sharesQuery, usageQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })));
  });
  const isListed = slug === EVERYTHING || links.some((link) => link.slug === slug);
  return (
    <Form submission={submission}>
      <TextField
        label={t`Name`}
        name="name"
        required
        maxLength={limits.shareName}
        autoComplete="off"
        hint={t`For you, to recognise it: “Agency”, for example.`}
        error={submission.errors.name}
      />
      <div className={styles.halves}>
        <Select
          // Its first choice is the link that the screen shows, once the links are there.
          key={links.length}
          label={t`What it shows`}
          name="link_slug"
          defaultValue={slug}
          error={submission.errors.link_slug}
          options={[
            { value: EVERYTHING, label: t`All statistics` },
            ...(isListed ? [] : [{ value: slug, label: `/${slug}` }]),
            ...links.map((link) => ({
              value: link.slug,
              label: link.title ? `${link.title} (/${link.slug})` : `/${link.slug}`,
            })),
          ]}
        />
        <Select
          label={t`Ends`}
          name="days"
          defaultValue={NEVER}
          error={submission.errors.expires_at}
          options={[
            { value: NEVER, label: t`When you end it` },
            { value: '7', label: t`In 7 days` },
            { value: '30', label: t`In 30 days` },
            { value: '365', label: t`In a year` },
          ]}
        />
      </div>
      <div>
        <Button type="submit" variant="primary" icon="plus" busy={submission.busy}>
          <Trans>Make a link</Trans>
        </Button>
      </div>
    </Form>
  );
}
