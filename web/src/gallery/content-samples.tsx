import { useState } from 'react';
import { IconButton } from '../design/actions/button.tsx';
import { Avatar } from '../design/content/avatar.tsx';
import { Card } from '../design/content/card.tsx';
import { CodeBlock, CopyField } from '../design/content/copying.tsx';
import { Pagination } from '../design/content/pagination.tsx';
import { Row, Rows } from '../design/content/rows.tsx';
import { Tabs } from '../design/content/tabs.tsx';
import { Badge } from '../design/feedback/badge.tsx';
import styles from './gallery.module.css';
import { Part } from './part.tsx';

export function ContentSamples() {
  const [page, setPage] = useState(2);
  return (
    <Part title="Content">
      <div className={styles.samples}>
        <Card title="A card" text="With a sentence below its title." aside={<Badge tone="success">On</Badge>}>
          <Rows>
            <Row icon="link" title="A row" text="and what it is" aside={<IconButton icon="more" label="More" />} />
            <Row icon="mail" title="It leads somewhere" text="ada@example.com" href="/gallery" />
            <Row title="Without an icon" aside={<Badge>Off</Badge>} />
          </Rows>
          <Pagination page={page} pages={3} onTurn={setPage} />
        </Card>
        <Card title="To take along" tone="danger">
          <CopyField label="Address" value="https://links.example/ada" />
          <CodeBlock
            label="Example"
            code={'curl https://links.example/api/v1/user \\\n  -H "Authorization: Bearer fp_…"'}
          />
          <div className={styles.line}>
            <Avatar name="Ada Quill" />
            <Avatar name="Ada" size={48} />
            <Avatar name="" size={64} />
          </div>
        </Card>
        <Tabs
          label="Sample"
          tabs={[
            { id: 'png', title: 'PNG', content: <p>For screens.</p> },
            { id: 'svg', title: 'SVG', content: <p>For print.</p> },
            { id: 'pdf', title: 'PDF', content: <p>For posters.</p> },
          ]}
        />
      </div>
    </Part>
  );
}
