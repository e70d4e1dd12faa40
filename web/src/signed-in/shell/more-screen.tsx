import { useLingui } from '@lingui/react/macro';
import { Card } from '../../design/content/card.tsx';
import { Row, Rows } from '../../design/content/rows.tsx';
import { accountDestination, moreDestinations, sharingDestination } from './destinations.ts';
import { Screen } from './screen.tsx';

/** On phones: the destinations that the bottom bar has no room for. */
export function MoreScreen() {
  const { t, i18n } = useLingui();
  return (
    <Screen title={t`More`}>
      <Card>
        <Rows label={t`More places`}>
          {[sharingDestination, ...moreDestinations, accountDestination].map(({ href, icon, title, text }) => (
            <Row key={href} href={href} icon={icon} title={i18n._(title)} text={text && i18n._(text)} />
          ))}
        </Rows>
      </Card>
    </Screen>
  );
}
