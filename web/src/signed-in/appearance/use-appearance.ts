// The appearance as it is being tried out: what is saved, with changes that are saved by “Use this look” only. They
// survive leaving the screen.
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { Background, Customize, OptionsSection } from '../../../../clients/typescript/index.ts';
import { type Contrast, contrastsOf, type Fix } from '../../../../contract/page/contrast.ts';
import { themeDefaults } from '../../../../contract/page/theme-defaults.ts';
import { askBeforeTabCloses } from '../../frame/unsaved.ts';
import { type Fields, type Operation, useEditor } from '../editing/index.ts';
import { merged } from '../editing/operations.ts';
import { changedFields, pickFields } from './field-changes.ts';
import { inTheme, type OwnValues, ownValues, type ValueName } from './theme-values.ts';

export interface AppearanceDraft {
  customize?: Customize;
  background?: Background;
  layout?: Layout;
}

export type Layout = OptionsSection['background_layout'];

/** What is saved of each section that makes up the appearance. */
export interface SavedAppearance {
  customize: Customize;
  background: Background;
  options: OptionsSection;
}
type Section = keyof SavedAppearance;

export interface Appearance {
  customize: Customize;
  background: Background;
  /** Where the content is on a picture or video. */
  layout: Layout;
  own: OwnValues;
  contrasts: readonly Contrast[];
  isChanged: boolean;
  /** What is not saved yet, as the preview and the API take it. */
  unsaved: { [Name in Section]?: Fields };
  setTheme(name: string): void;
  setValue<Name extends ValueName>(name: Name, value: Customize[Name]): void;
  resetValue(name: ValueName): void;
  setBackground(patch: Fields): void;
  setLayout(layout: Layout): void;
  fix(fix: Fix): void;
  discard(): void;
  /** Rejects if the service refuses it. */
  save(): Promise<void>;
}

const drafts = new Map<number, AppearanceDraft>();
let isUnsaved = false;
askBeforeTabCloses(() => isUnsaved);

export function useAppearance(owner: number, saved: SavedAppearance): Appearance {
  const { t } = useLingui();
  const editor = useEditor();
  const [draft, setDraft] = useState<AppearanceDraft>(() => drafts.get(owner) ?? {});
  const customize = draft.customize ?? saved.customize;
  const background = draft.background ?? saved.background;
  const layout = draft.layout ?? saved.options.background_layout;
  const unsaved = {
    ...changed('customize', saved.customize, customize),
    ...changed('background', saved.background, background),
    ...changed('options', saved.options, { background_layout: layout }),
  };
  const isChanged = Object.keys(unsaved).length > 0;
  useEffect(() => {
    isUnsaved = isChanged;
  }, [isChanged]);

  const change = (next: AppearanceDraft) => {
    drafts.set(owner, next);
    setDraft(next);
  };
  const setCustomize = (next: Customize) => change({ ...draft, customize: next });
  const setBackground = (patch: Fields) => change({ ...draft, background: merged(background, patch) });

  return {
    customize,
    background,
    layout,
    own: ownValues(customize),
    contrasts: contrastsOf({ customize, background, backgroundLayout: layout }),
    isChanged,
    unsaved,
    setTheme: (name) => setCustomize(inTheme(customize, name)),
    setValue: (name, value) => setCustomize({ ...customize, [name]: value }),
    resetValue: (name) => setCustomize({ ...customize, [name]: themeDefaults(customize.theme)[name] }),
    setBackground,
    setLayout: (next) => change({ ...draft, layout: next }),
    fix({ section, field, color }) {
      if (section === 'customize') setCustomize({ ...customize, [field]: color });
      else setBackground({ settings: { solid: { color } } });
    },
    discard: () => change({}),
    async save() {
      const sections = Object.entries(unsaved) as [Section, Fields][];
      const edits = sections.map(([section, patch]): Operation => {
        const base = pickFields(saved[section], patch);
        return { type: 'edit', target: { kind: 'section', section }, patch, base };
      });
      const saving = editor.change(edits, unsaved.customize ? t`Look changed` : t`Background changed`);
      const before = draft;
      change({});
      try {
        await saving;
      } catch (error) {
        change(before);
        throw error;
      }
    },
  };
}

function changed(name: Section, from: object, to: object): Record<string, Fields> {
  const patch = changedFields(from, to);
  return patch ? { [name]: patch } : {};
}
