// Things to take along: an address, a key, a command.
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Button, type ButtonVariant } from '../actions/button.tsx';
import { announce } from '../feedback/toasts.tsx';
import styles from './copying.module.css';

const SHOWN_MS = 2_000;

interface CopyButtonProps {
  text: string;
  label?: string;
  variant?: ButtonVariant;
  size?: 'medium' | 'small';
  className?: string;
}

export function CopyButton({ text, label, variant = 'secondary', size = 'medium', className }: CopyButtonProps) {
  const { t } = useLingui();
  const [isCopied, setCopied] = useState<boolean>();
  const outcome = isCopied ? t`Copied` : t`Could not copy`;

  useEffect(() => {
    if (isCopied === undefined) return;
    const timer = setTimeout(() => setCopied(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    const isDone = await copyText(text);
    setCopied(isDone);
    announce(isDone ? t`Copied` : t`Could not copy`);
  };

  return (
    <Button
      {...(className && { className })}
      variant={variant}
      size={size}
      icon={isCopied ? 'check' : 'copy'}
      onClick={copy}
    >
      {isCopied === undefined ? (label ?? t`Copy`) : outcome}
    </Button>
  );
}

/** A single line, whole when it is selected. */
export function CopyField({ label, value }: { label: string; value: string }) {
  return (
    <div className={styles.field}>
      <input
        readOnly
        dir="ltr"
        aria-label={label}
        value={value}
        className={styles.value}
        onFocus={(event) => event.target.select()}
      />
      <CopyButton text={value} variant="quiet" className={styles.copy!} />
    </div>
  );
}

export function CodeBlock({ label, code }: { label: string; code: string }) {
  return (
    <figure className={styles.block} aria-label={label}>
      <pre className={styles.code} dir="ltr">
        <code>{code}</code>
      </pre>
      <div className={styles.corner}>
        <CopyButton text={code} size="small" />
      </div>
    </figure>
  );
}

/** The clipboard is there on secure pages only, and browsers may refuse it. Then a selection is copied. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

function copySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  const container = document.querySelector('dialog[open]') ?? document.body;
  container.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
