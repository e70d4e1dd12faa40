import { useLingui } from '@lingui/react/macro';
import type { AccountSettings } from '../../../../../clients/typescript/index.ts';
import {
  type InterfaceLanguage,
  interfaceLanguages,
  languageNames,
  nearestLanguage,
} from '../../../../../contract/languages.ts';
import { Card } from '../../../design/content/card.tsx';
import { Select } from '../../../design/fields/select.tsx';
import { FailureBanner } from '../../../frame/failure-banner.tsx';
import { followAccount, followBrowser } from '../../../i18n.ts';
import { useSettingsChange } from './use-settings-change.ts';

/** In effect without a reload. */
export function LanguageCard({ settings: { language } }: { settings: AccountSettings }) {
  const { t } = useLingui();
  const change = useSettingsChange();
  const ofBrowser = languageNames[nearestLanguage(navigator.languages)];
  const options = [
    { value: '', label: t`As in the browser (${ofBrowser})` },
    ...interfaceLanguages.map((one) => ({ value: one, label: languageNames[one], lang: one })),
  ];
  const choose = async (chosen: InterfaceLanguage | null) => {
    await change.mutateAsync({ language: chosen });
    await (chosen ? followAccount(chosen) : followBrowser());
  };
  return (
    <Card>
      <Select
        label={t`Language`}
        hint={t`For the dashboard and for mails to you. The language of your page is set in Sharing.`}
        options={options}
        value={language ?? ''}
        onChange={({ target: { value } }) =>
          void choose(value === '' ? null : (value as InterfaceLanguage)).catch(() => {})
        }
      />
      {change.isError && <FailureBanner error={change.error} />}
    </Card>
  );
}
