// What visitors sent with the forms of the page.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { LinkButton } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { Skeleton } from '../../design/feedback/waiting.tsx';
import { Loaded } from '../loaded.tsx';
import { blocksQuery } from '../queries.ts';
import { Screen } from '../shell/screen.tsx';
import { isForm } from './entries.ts';
import { FormCard } from './form-card.tsx';

export function EntriesScreen() {
  const { t } = useLingui();
  const blocks = useQuery(blocksQuery);
  return (
    <Screen
      title={t`Form entries`}
      lead={<Trans>What visitors sent with the forms on your page. Only you can see it.</Trans>}
      back={{ href: '/more', title: t`More` }}
    >
      <Loaded query={blocks} skeleton={<Skeleton height={320} />}>
        {({ records }) => {
          const forms = records.filter(isForm);
          if (forms.length > 0) return forms.map((form) => <FormCard key={form.id} form={form} />);
          return (
            <Card>
              <EmptyState
                icon="form"
                title={t`No forms on your page yet`}
                actions={
                  <LinkButton href="/" variant="primary" icon="plus">
                    <Trans>Go to your page</Trans>
                  </LinkButton>
                }
              >
                <Trans>
                  Add a sign-up form to collect e-mail addresses for your newsletter, or a contact form, so that people
                  can write to you. What they send appears here.
                </Trans>
              </EmptyState>
            </Card>
          );
        }}
      </Loaded>
    </Screen>
  );
}
