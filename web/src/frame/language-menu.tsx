import { useLingui } from '@lingui/react/macro';
import { interfaceLanguages, languageNames } from '../../../contract/languages.ts';
import { IconButton } from '../design/actions/button.tsx';
import { toast } from '../design/feedback/toasts.tsx';
import { Menu } from '../design/overlays/menu.tsx';
import { chooseLanguage } from '../i18n.ts';

/** Each language by its own name: whoever looks for theirs may not read the one that is shown. */
export function LanguageMenu() {
  const { t, i18n } = useLingui();
  const choose = (language: (typeof interfaceLanguages)[number]) =>
    chooseLanguage(language).catch(() => toast(t`The language could not be loaded. Try again.`));
  const items = interfaceLanguages.map((language) => ({
    label: languageNames[language],
    lang: language,
    checked: language === i18n.locale,
    onChoose: () => void choose(language),
  }));
  const current = interfaceLanguages.find((language) => language === i18n.locale) ?? 'en';
  return (
    <Menu label={t`Language`} items={items}>
      {(opener) => <IconButton {...opener} icon="globe" label={t`Language: ${languageNames[current]}`} />}
    </Menu>
  );
}
