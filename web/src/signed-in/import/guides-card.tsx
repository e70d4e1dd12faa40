import { Trans, useLingui } from '@lingui/react/macro';
import { Card } from '../../design/content/card.tsx';
import styles from './import.module.css';

/** How to get a file from elsewhere. */
export function GuidesCard() {
  const { t } = useLingui();
  return (
    <Card
      title={t`What you can import`}
      text={<Trans>Nothing is fetched from the other service. You bring the file.</Trans>}
    >
      <div className={styles.guides}>
        <details>
          <summary>Linktree</summary>
          <ol>
            <li>
              <Trans>Open your page, such as linktr.ee/your-name, in a browser.</Trans>
            </li>
            <li>
              <Trans>Save it with Ctrl+S (⌘S on a Mac) as “Webpage, HTML only”.</Trans>
            </li>
            <li>
              <Trans>Import the .html file. Pictures and colours stay behind.</Trans>
            </li>
          </ol>
        </details>
        <details>
          <summary>LinkStack</summary>
          <ol>
            <li>
              <Trans>Sign in there, open the settings of your profile, and choose “Export user data”.</Trans>
            </li>
            <li>
              <Trans>Take “Export all data”, or “Export links only” to keep your name and bio here.</Trans>
            </li>
            <li>
              <Trans>If there is no export, save your page as HTML instead.</Trans>
            </li>
          </ol>
        </details>
        <details>
          <summary>
            <Trans>Bookmarks</Trans>
          </summary>
          <ol>
            <li>
              <Trans>Chrome, Edge, Brave: open the bookmark manager, then “Export bookmarks”.</Trans>
            </li>
            <li>
              <Trans>Firefox: open the library, then “Import and Backup”, “Export Bookmarks to HTML”.</Trans>
            </li>
            <li>
              <Trans>Safari: “File”, “Export”, “Bookmarks”.</Trans>
            </li>
          </ol>
          <p>
            <Trans>Each folder becomes a block. The file holds all your bookmarks: look at the list of changes.</Trans>
          </p>
        </details>
        <details>
          <summary>
            <Trans>A list or a table of links</Trans>
          </summary>
          <p>
            <Trans>
              One link per line, with a title before or after it. Lines that begin with ## become headings. A table
              (CSV) needs columns such as url, title, description and folder.
            </Trans>
          </p>
        </details>
        <details>
          <summary>
            <Trans>A Fingerpost page</Trans>
          </summary>
          <p>
            <Trans>The file that “Download your page” gives you, here or on another server.</Trans>
          </p>
        </details>
      </div>
    </Card>
  );
}
