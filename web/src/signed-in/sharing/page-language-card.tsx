import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { OptionsSection } from '../../../../clients/typescript/index.ts';
import {
  canonicalLanguage,
  interfaceLanguages,
  languageNames,
  MAX_LANGUAGE_TAG,
} from '../../../../contract/languages.ts';
import { Card } from '../../design/content/card.tsx';
import { Skeleton } from '../../design/feedback/waiting.tsx';
import { Select } from '../../design/fields/select.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { useLocale } from '../../language.ts';
import { useEditor, useSection, useTextField } from '../editing/index.ts';
import { Loaded } from '../loaded.tsx';
import styles from './sharing.module.css';

type PageLanguage = OptionsSection['language'];

const target = { kind: 'section', section: 'options' } as const;
const OTHER = 'other';

/** The language that the page is written in, which need not be the owner's. */
export function PageLanguageCard() {
  const { t } = useLingui();
  const options = useSection('options');
  return (
    <Card
      title={t`Language of your page`}
      text={
        <Trans>
          Browsers and screen readers need to know it. Words that we add, such as the labels of forms, are in this
          language.
        </Trans>
      }
    >
      <Loaded query={options} skeleton={<Skeleton height={72} />}>
        {() => <PageLanguageFields language={options.fields?.language ?? null} />}
      </Loaded>
    </Card>
  );
}

function PageLanguageFields({ language }: { language: PageLanguage }) {
  const { t } = useLingui();
  const editor = useEditor();
  const [failure, setFailure] = useState<unknown>();
  const [asksForTag, setAsksForTag] = useState(false);
  const isListed = language === null || interfaceLanguages.some((known) => known === language);
  const isOther = asksForTag || !isListed;
  const choose = async (value: string) => {
    setFailure(undefined);
    setAsksForTag(value === OTHER);
    const wanted = value === '' ? null : value;
    if (value === OTHER || wanted === language) return;
    const change = { patch: { language: wanted }, base: { language } };
    await editor.change({ type: 'edit', target, ...change }, t`Language of the page`).catch(setFailure);
  };
  return (
    <div className={styles.pageLanguage}>
      <Select
        label={t`Language`}
        options={[
          { value: '', label: t`Not set` },
          ...interfaceLanguages.map((known) => ({ value: known, label: languageNames[known], lang: known })),
          { value: OTHER, label: t`Another language` },
        ]}
        value={isOther ? OTHER : (language ?? '')}
        onChange={(event) => void choose(event.target.value)}
      />
      {isOther && <TagField saved={isListed ? null : language} language={language} />}
      {failure !== undefined && <FailureBanner error={failure} />}
    </div>
  );
}

/** `saved` is what the field shows, `language` what the page has. */
function TagField({ saved, language }: { saved: PageLanguage; language: PageLanguage }) {
  const { t } = useLingui();
  const locale = useLocale();
  const field = useTextField({
    target,
    path: 'language',
    saved: saved ?? '',
    savedValue: language,
    label: t`Language of the page`,
    toValue: (text) => canonicalLanguage(text.trim()) ?? text.trim(),
    check: (text) => (canonicalLanguage(text.trim()) ? undefined : t`This is no language tag. Examples: nl, pt-PT, he`),
  });
  const tag = canonicalLanguage(field.value.trim());
  const name = tag && new Intl.DisplayNames(locale, { type: 'language' }).of(tag);
  return (
    <TextField
      {...field}
      label={t`Language tag`}
      hint={name && name !== tag ? name : t`Such as nl, pt-PT or he`}
      dir="ltr"
      maxLength={MAX_LANGUAGE_TAG}
      autoCapitalize="off"
      spellCheck={false}
    />
  );
}
