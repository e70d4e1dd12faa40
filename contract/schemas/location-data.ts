// Where countries and cities come from.
import { Type } from 'typebox';

const closed = { additionalProperties: false };

export const LocationData = Type.Object(
  {
    licence: Type.Union([Type.Object({ name: Type.String(), url: Type.String() }, closed), Type.Null()], {
      description: 'Null if it is not known',
    }),
    attribution: Type.Union([Type.Object({ text: Type.String(), url: Type.String() }, closed), Type.Null()], {
      description:
        'What has to be shown, with the licence, wherever countries and cities are. Null if nothing has to be.',
    }),
  },
  { title: 'LocationData', ...closed },
);
