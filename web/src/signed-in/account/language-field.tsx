import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type InterfaceLanguage,
  interfaceLanguages,
  languageNames,
  nearestLanguage,
} from '../../../../contract/languages.ts';
import { api } from '../../api/client.ts';
import { Skeleton } from '../../design/feedback/waiting.tsx';
import { Select } from '../../design/fields/select.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { followAccount, followBrowser } from '../../i18n.ts';
import { Loaded } from '../loaded.tsx';
import { settingsQuery } from '../queries.ts';

/** The language of the dashboard and of mails. Saved at once, and in effect without a reload. */
export function LanguageField() {
  const { t } = useLingui();
  const client = useQueryClient();
  const settings = useQuery(settingsQuery);
  const save = useMutation({
    mutationFn: (language: InterfaceLanguage | null) => api.account.editSettings({ language }),
    onSuccess: (saved) => {
      client.setQueryData(settingsQuery.queryKey, saved);
      return saved.language ? followAccount(saved.language) : followBrowser();
    },
  });
  const ofBrowser = languageNames[nearestLanguage(navigator.languages)];
  const options = [
    { value: '', label: t`As in the browser (${ofBrowser})` },
    ...interfaceLanguages.map((language) => ({ value: language, label: languageNames[language], lang: language })),
  ];
  return (
    <Loaded query={settings} skeleton={<Skeleton height={72} />}>
      {({ language }) => (
        <>
          <Select
            label={t`Language`}
            hint={t`For the dashboard and for mails to you. The language of your page is set in Sharing.`}
            options={options}
            value={(save.isPending ? save.variables : language) ?? ''}
            onChange={({ target: { value } }) => save.mutate(value === '' ? null : (value as InterfaceLanguage))}
          />
          {save.isError && <FailureBanner error={save.error} />}
        </>
      )}
    </Loaded>
  );
}
