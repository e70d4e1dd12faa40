// The look as it is being tried out: what is saved, with changes that are saved by “Use this look” only. They survive
// leaving the screen.
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { Background, Customize } from '../../../../clients/typescript/index.ts';
import { type Contrast, contrastsOf, type Fix } from '../../../../contract/page/contrast.ts';
import { themeDefaults } from '../../../../contract/page/theme-defaults.ts';
import { askBeforeTabCloses } from '../../frame/unsaved.ts';
import { type Fields, type Operation, useEditor } from '../editing/index.ts';
import { merged } from '../editing/operations.ts';
import { changedFields, pickFields } from './field-changes.ts';
import { inTheme, type OwnValues, ownValues, type ValueName } from './painted-look.ts';

export interface LookDraft {
  customize?: Customize;
  background?: Background;
}

export interface Look {
  customize: Customize;
  background: Background;
  own: OwnValues;
  contrasts: readonly Contrast[];
  isChanged: boolean;
  /** What is not saved yet, as the preview and the API take it. */
  unsaved: { customize?: Fields; background?: Fields };
  setTheme(name: string): void;
  setValue<Name extends ValueName>(name: Name, value: Customize[Name]): void;
  resetValue(name: ValueName): void;
  setBackground(patch: Fields): void;
  fix(fix: Fix): void;
  discard(): void;
  /** Rejects if the service refuses it. */
  save(): Promise<void>;
}

const drafts = new Map<number, LookDraft>();
let isUnsaved = false;
askBeforeTabCloses(() => isUnsaved);

export function useLook(owner: number, saved: { customize: Customize; background: Background }): Look {
  const { t } = useLingui();
  const editor = useEditor();
  const [draft, setDraft] = useState<LookDraft>(() => drafts.get(owner) ?? {});
  const customize = draft.customize ?? saved.customize;
  const background = draft.background ?? saved.background;
  const unsaved = {
    ...changed('customize', saved.customize, customize),
    ...changed('background', saved.background, background),
  };
  const isChanged = Object.keys(unsaved).length > 0;
  useEffect(() => {
    isUnsaved = isChanged;
  }, [isChanged]);

  const change = (next: LookDraft) => {
    drafts.set(owner, next);
    setDraft(next);
  };
  const setCustomize = (next: Customize) => change({ ...draft, customize: next });
  const setBackground = (patch: Fields) => change({ ...draft, background: merged(background, patch) });

  return {
    customize,
    background,
    own: ownValues(customize),
    contrasts: contrastsOf({ customize, background }),
    isChanged,
    unsaved,
    setTheme: (name) => setCustomize(inTheme(customize, name)),
    setValue: (name, value) => setCustomize({ ...customize, [name]: value }),
    resetValue: (name) => setCustomize({ ...customize, [name]: themeDefaults(customize.theme)[name] }),
    setBackground,
    fix({ section, field, color }) {
      if (section === 'customize') setCustomize({ ...customize, [field]: color });
      else setBackground({ settings: { solid: { color } } });
    },
    discard: () => change({}),
    async save() {
      const sections = Object.entries(unsaved) as ['customize' | 'background', Fields][];
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

function changed(name: 'customize' | 'background', from: object, to: object): Record<string, Fields> {
  const patch = changedFields(from, to);
  return patch ? { [name]: patch } : {};
}
