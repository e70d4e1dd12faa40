// What the ids of players must be, and what may be in their place: the address of what.
export const playerIds = {
  video: {
    pattern: '^[A-Za-z0-9_-]{0,64}$',
    rule: 'must be at most 64 of the characters A-Z a-z 0-9 _ -',
    service: 'a video on YouTube, Vimeo or TikTok',
  },
  music: {
    pattern: '^[A-Za-z0-9][A-Za-z0-9_./-]{0,199}$|^$',
    rule: 'must be at most 200 of the characters A-Z a-z 0-9 _ . / -, starting with a letter or a digit',
    service: 'a track, album, playlist, artist, episode or show on Spotify, SoundCloud or Apple Music',
  },
};
