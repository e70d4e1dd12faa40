// Styles that several block types share. Buttons are `.btn`, which the theme styles.

export const baseStyle = `
.b>*+*{margin-block-start:.75rem}
.b>.sub{margin-block-start:.15rem}
.b>ul{list-style:none;margin-block-end:0;padding:0;display:grid;gap:.75rem}
.i{inline-size:1.25em;block-size:1.25em;flex:none;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.i .f{fill:currentColor}
.card{background:var(--surface);color:var(--text);border:1px solid var(--line);border-radius:var(--radius);overflow:hidden}
.card small{color:var(--muted)}
.btn>span:not(.mark){min-inline-size:0}
:is(.btn,.tile) [dir]{display:block}
.b small{font-size:.85rem;font-weight:400;line-height:1.4}
.btn small{display:block;margin-block-start:.15rem}
.mark{display:inline-flex;align-items:center;gap:.3em;flex:none;padding:.1em .6em;font-size:.75rem;font-weight:500;border:1px solid;border-radius:9em;vertical-align:middle}
@media(forced-colors:active){.b .btn{border:1px solid}}
.to-start{text-align:start}.to-center{text-align:center}.to-end{text-align:end}
`;
