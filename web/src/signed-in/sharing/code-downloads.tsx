import { Trans, useLingui } from '@lingui/react/macro';
import { LinkButton } from '../../design/actions/button.tsx';

/** The QR code as a file, drawn by the service. */
export function CodeDownloads({ url }: { url: string }) {
  const { t } = useLingui();
  return (
    <>
      <LinkButton
        href={`${url}/qr.svg?download`}
        target="_blank"
        size="small"
        icon="download"
        title={t`QR code for print`}
      >
        <Trans>QR as SVG</Trans>
      </LinkButton>
      <LinkButton
        href={`${url}/qr.png?size=1024&download`}
        target="_blank"
        size="small"
        icon="download"
        title={t`QR code as a picture`}
      >
        <Trans>QR as PNG</Trans>
      </LinkButton>
    </>
  );
}
