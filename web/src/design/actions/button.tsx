import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { Link } from 'wouter';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icon.tsx';
import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'dangerQuiet';

interface Look {
  variant?: ButtonVariant;
  size?: 'medium' | 'small';
  /** As wide as what it is in. */
  wide?: boolean;
  icon?: IconName;
  children: ReactNode;
}

export interface ButtonProps extends Look, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'disabled'> {
  /** Something is under way: the button keeps its size and its focus, and does nothing. */
  busy?: boolean | undefined;
  /** Cannot be used now. It can still be reached, so that a screen reader finds it. */
  disabled?: boolean | undefined;
  ref?: Ref<HTMLButtonElement>;
}

export function Button(props: ButtonProps) {
  const { variant = 'secondary', size, wide, icon, busy, disabled, children, className, onClick, ...rest } = props;
  const isIdle = !busy && !disabled;
  const stop = (event: MouseEvent) => event.preventDefault();
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isIdle ? undefined : true}
      onClick={isIdle ? onClick : stop}
      className={classNames(classesOf({ variant, size, wide }), busy && styles.busy, className)}
    >
      <span className={styles.label}>
        {icon && <Icon name={icon} />}
        {children}
      </span>
      {busy && (
        <span className={styles.dots} aria-hidden="true">
          <span />
          <span />
          <span />
        </span>
      )}
    </button>
  );
}

interface LinkButtonProps extends Look, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'children'> {
  href: string;
}

/** Looks like a button and leads somewhere: inside the dashboard, unless it has a target or an address of its own. */
export function LinkButton(props: LinkButtonProps) {
  const { variant = 'secondary', size, wide, icon, children, className, href, ...rest } = props;
  const classes = classNames(classesOf({ variant, size, wide }), className);
  const content = (
    <span className={styles.label}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
  if (rest.target || rest.download !== undefined || /^[a-z]+:/.test(href)) {
    return (
      <a {...rest} href={href} rel="noreferrer" className={classes}>
        {content}
      </a>
    );
  }
  return (
    <Link {...rest} href={href} className={classes}>
      {content}
    </Link>
  );
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  icon: IconName;
  /** What it does, for those who do not see the icon. */
  label: string;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classNames(styles.button, styles.icon, className)}
    >
      <Icon name={icon} />
    </button>
  );
}

function classesOf({
  variant,
  size,
  wide,
}: {
  variant: ButtonVariant;
  size?: string | undefined;
  wide?: boolean | undefined;
}) {
  return classNames(styles.button, styles[variant], size === 'small' && styles.small, wide && styles.wide);
}
