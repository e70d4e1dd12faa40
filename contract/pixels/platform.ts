// What a platform of pixels is to the owner of a page: its name, and the id that it asks for.
// `server/views/page/pixels/platforms/` has its snippet and its hosts.
import type { Message } from '../messages.ts';

export interface PixelPlatform {
  readonly name: string;
  readonly idName: Message;
  readonly example: string;
  /** Where one finds the id. */
  readonly where: Message;
  /** What an id usually looks like. The API takes others too: platforms change theirs. */
  readonly usual: RegExp;
}
