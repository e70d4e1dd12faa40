// Where the page is, and what others see of it before they open it.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '../../design/feedback/waiting.tsx';
import { EditedScreen, useSection } from '../editing/index.ts';
import { Loaded } from '../loaded.tsx';
import { addressQuery } from '../queries.ts';
import { AddressCard } from './address-card.tsx';
import { PageLanguageCard } from './page-language-card.tsx';
import { PreviewFields } from './preview-fields.tsx';
import { SearchEnginesCard } from './search-engines-card.tsx';
import { UsernameCard } from './username-card.tsx';

export function SharingScreen() {
  const { t } = useLingui();
  const address = useQuery(addressQuery);
  const seo = useSection('seo');
  return (
    <EditedScreen
      title={t`Sharing`}
      lead={<Trans>Your address, and what people see of your page before they open it.</Trans>}
      wide
    >
      <Loaded query={address} skeleton={<Skeleton height={220} />}>
        {(data) => <AddressCard url={data.url} />}
      </Loaded>
      {seo.fields && address.data ? (
        <PreviewFields seo={seo.fields} url={address.data.url} />
      ) : (
        <Loaded query={seo} skeleton={<Skeleton height={480} />}>
          {() => null}
        </Loaded>
      )}
      <PageLanguageCard />
      {seo.fields && <SearchEnginesCard seo={seo.fields} />}
      <Loaded query={address} skeleton={<Skeleton height={200} />}>
        {(data) => <UsernameCard address={data} />}
      </Loaded>
    </EditedScreen>
  );
}
