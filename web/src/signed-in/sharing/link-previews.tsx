// How the address looks elsewhere. Apps differ in detail; these show what is taken from the page.
import { Trans, useLingui } from '@lingui/react/macro';
import styles from './link-previews.module.css';

interface PreviewProps {
  url: string;
  title: string;
  description: string;
  image: string | undefined;
}

export function SearchPreview({ url, title, description, isHidden }: PreviewProps & { isHidden: boolean }) {
  const { t } = useLingui();
  const { host, pathname } = new URL(url);
  return (
    <figure className={styles.preview} aria-label={t`In search results`}>
      <figcaption className={styles.caption}>
        <Trans>In search results</Trans>
      </figcaption>
      {isHidden ? (
        <p className={styles.hidden}>
          <Trans>Your page is hidden from search engines.</Trans>
        </p>
      ) : (
        <div className={styles.result}>
          <p className={styles.crumbs} dir="ltr">
            {host} › {pathname.slice(1)}
          </p>
          <p className={styles.resultTitle} dir="auto">
            {title}
          </p>
          {description && (
            <p className={styles.resultText} dir="auto">
              {description}
            </p>
          )}
        </div>
      )}
    </figure>
  );
}

export function ChatPreview({ url, title, description, image }: PreviewProps) {
  const { t } = useLingui();
  const { host, pathname } = new URL(url);
  return (
    <figure className={styles.preview} aria-label={t`In a chat`}>
      <figcaption className={styles.caption}>
        <Trans>In a chat</Trans>
      </figcaption>
      <div className={styles.chat}>
        <div className={styles.bubble}>
          {image && <img src={image} alt="" className={styles.picture} />}
          <div className={styles.words}>
            <p className={styles.cardTitle} dir="auto">
              {title}
            </p>
            {description && (
              <p className={styles.cardText} dir="auto">
                {description}
              </p>
            )}
            <p className={styles.host} dir="ltr">
              {host}
            </p>
          </div>
        </div>
        <p className={styles.message} dir="ltr">
          {host}
          {pathname}
        </p>
      </div>
    </figure>
  );
}
