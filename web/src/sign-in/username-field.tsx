// The username, checked while it is typed: is it free, and if not, why, and what is.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { UsernameCheck } from '../../../clients/typescript/index.ts';
import { limits } from '../../../contract/limits.ts';
import { useSettings } from '../api/auth-state.ts';
import { publicApi } from '../api/client.ts';
import { errorWords } from '../api/error-words.ts';
import { TextField } from '../design/fields/text-field.tsx';
import { Icon } from '../design/icon.tsx';
import styles from './username-field.module.css';

const PAUSE_MS = 300;

interface UsernameFieldProps {
  error?: string | undefined;
  /** The name that the account has already. */
  current?: string | undefined;
  initial?: string | undefined;
  onChange?: (username: string) => void;
}

export function UsernameField({ error, current, initial = current ?? '', onChange }: UsernameFieldProps) {
  const { t, i18n } = useLingui();
  const { pages_url: pagesUrl } = useSettings();
  const [typed, setTyped] = useState(initial);
  const check = useCheck(typed, current);
  const type = (username: string) => {
    setTyped(username);
    onChange?.(username);
  };
  const problem =
    check && !check.available
      ? check.message === null
        ? t`This name is taken.`
        : errorWords(check.message, i18n)
      : undefined;
  return (
    <div>
      <TextField
        label={t`Address of your page`}
        name="username"
        prefix={`${new URL(pagesUrl).host}/`}
        value={typed}
        onChange={(event) => type(tidy(event.target.value))}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        minLength={limits.usernameMin}
        maxLength={limits.usernameMax}
        required
        error={error ?? problem}
        message={
          <span role="status" className={styles.state}>
            {check?.available ? (
              <span className={styles.free}>
                <Icon name="check" size={16} />
                <Trans>Available</Trans>
              </span>
            ) : (
              <Trans>Letters a–z, digits, - and _</Trans>
            )}
          </span>
        }
      />
      {problem && check && check.suggestions.length > 0 && (
        <div className={styles.suggestions}>
          <span>
            <Trans>Available:</Trans>
          </span>
          {check.suggestions.map((suggestion) => (
            <button key={suggestion} type="button" className={styles.suggestion} onClick={() => type(suggestion)}>
              {suggestion}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** As the address will be; what cannot be in one is not silently lost but told. */
function tidy(typed: string): string {
  return typed.toLowerCase().replaceAll(' ', '-');
}

/** Undefined while there is nothing to say. A check that fails is left to the form's own. */
function useCheck(username: string, current: string | undefined): UsernameCheck | undefined {
  const [check, setCheck] = useState<UsernameCheck>();
  useEffect(() => {
    setCheck(undefined);
    if (username.length < limits.usernameMin || username === current) return;
    const controller = new AbortController();
    const ask = () =>
      publicApi.auth.checkUsername({ username }, { signal: controller.signal }).then(setCheck, () => undefined);
    const timer = setTimeout(ask, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [username, current]);
  return check;
}
