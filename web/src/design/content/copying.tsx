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
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    await copyText(text);
    setCopied(true);
    announce(t`Copied`);
  };

  return (
    <Button
      {...(className && { className })}
      variant={variant}
      size={size}
      icon={isCopied ? 'check' : 'copy'}
      onClick={copy}
    >
      {isCopied ? t`Copied` : (label ?? t`Copy`)}
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

/** The clipboard is there on secure pages only; elsewhere a selection is copied, as before there was one. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  const place = document.querySelector('dialog[open]') ?? document.body;
  place.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
