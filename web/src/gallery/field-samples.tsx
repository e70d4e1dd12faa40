import { useState } from 'react';
import { Checkbox, RadioCards, Switch } from '../design/fields/choice.tsx';
import { ColourField } from '../design/fields/colour-field.tsx';
import { PasswordField } from '../design/fields/password-field.tsx';
import { Segmented } from '../design/fields/segmented.tsx';
import { Select } from '../design/fields/select.tsx';
import { CodeField, SearchField, TextArea, TextField } from '../design/fields/text-field.tsx';
import styles from './gallery.module.css';
import { Part } from './part.tsx';

export function FieldSamples() {
  return (
    <>
      <Part title="Fields">
        <div className={styles.samples}>
          <TextField label="Name" hint="You, your band, your shop." />
          <TextField label="Name" optional defaultValue="Ada Quill" />
          <TextField label="E-mail" defaultValue="ada@" error="This is no e-mail address." />
          <TextField label="Address" prefix="links.example/" defaultValue="ada" />
          <TextField label="Cannot be changed" defaultValue="ada" disabled />
          <TextField label="Only to read" defaultValue="ada" readOnly />
          <PasswordField label="Password" defaultValue="correct horse" aside={<a href="/recover">Forgot it?</a>} />
          <PasswordField label="New password" rules={{ min: 10 }} hint="At least 10 characters." />
          <CodeField label="Code" hint="Six digits." />
          <SearchField label="Search" placeholder="Links" />
          <Select
            label="Expires"
            options={[
              { value: '30', label: 'In 30 days' },
              { value: 'never', label: 'Never' },
            ]}
          />
          <TextArea label="About you" optional hint="One or two sentences." />
          <ColourSample />
        </div>
      </Part>
      <Part title="Choices">
        <div className={styles.samples}>
          <div>
            <Checkbox label="Tell me about new sign-ins" defaultChecked />
            <Checkbox label="Weekly summary" hint="On Mondays." />
            <Checkbox label="Cannot be chosen" disabled />
            <Switch label="Show on the page" defaultChecked />
            <Switch label="Off" hint="Takes effect at once." />
            <Switch label="Cannot be changed" disabled />
          </div>
          <RadioCards
            legend="It may"
            name="scope"
            defaultValue="read"
            options={[
              { value: 'read', title: 'Read', text: 'See the page and its numbers.' },
              { value: 'write', title: 'Read and write', text: 'Change the page too.' },
            ]}
          />
          <SegmentedSample />
        </div>
      </Part>
    </>
  );
}

function ColourSample() {
  const [colour, setColour] = useState('#1f5b41');
  return <ColourField label="Colour" value={colour} onChange={setColour} />;
}

function SegmentedSample() {
  const [side, setSide] = useState<'left' | 'right'>('left');
  return (
    <Segmented
      legend="Side"
      value={side}
      onChange={setSide}
      options={[
        { value: 'left', label: 'Left' },
        { value: 'right', label: 'Right' },
      ]}
    />
  );
}
