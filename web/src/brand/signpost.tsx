// The picture of the sign-in screens: a fingerpost whose arms point to what people put on their pages.
import { useLingui } from '@lingui/react/macro';
import styles from './signpost.module.css';

/** Arms that point right or left, from the top down. */
const arms = [
  { top: 40, toRight: true, tilt: -3, fill: '#f4c95d', ink: '#2b2206', width: 232 },
  { top: 118, toRight: false, tilt: 2.5, fill: '#f7f3e8', ink: '#17211c', width: 250 },
  { top: 196, toRight: true, tilt: 2, fill: '#f08a6b', ink: '#33100a', width: 214 },
  { top: 274, toRight: false, tilt: -2, fill: '#a9dcc0', ink: '#0f2b1e', width: 226 },
];

export function Signpost() {
  const { t } = useLingui();
  const words = [t`my shop`, t`new single`, t`say hello`, t`book a table`];
  return (
    <svg className={styles.signpost} viewBox="0 0 420 470" aria-hidden="true" focusable="false">
      <ellipse cx="210" cy="452" rx="120" ry="12" fill="#0c2a1d" opacity="0.35" />
      <rect x="198" y="14" width="24" height="440" rx="6" fill="#d9c7a3" />
      <rect x="198" y="14" width="8" height="440" rx="4" fill="#c4ae84" />
      <path d="M194 20l16-16 16 16z" fill="#c4ae84" />
      {arms.map(({ top, toRight, tilt, fill, ink, width }, at) => {
        const start = toRight ? 160 : 260 - width;
        const end = start + width;
        const shape = toRight
          ? `M${start} ${top}H${end - 26}L${end} ${top + 28}L${end - 26} ${top + 56}H${start}z`
          : `M${end} ${top}H${start + 26}L${start} ${top + 28}L${start + 26} ${top + 56}H${end}z`;
        return (
          <g key={top} transform={`rotate(${tilt} 210 ${top + 28})`}>
            <path d={shape} fill={fill} stroke={fill} strokeWidth="8" strokeLinejoin="round" />
            <circle cx="210" cy={top + 8} r="3" fill={ink} opacity="0.5" />
            <circle cx="210" cy={top + 48} r="3" fill={ink} opacity="0.5" />
            <text x={toRight ? start + 18 : end - 18} y={top + 37} textAnchor={toRight ? 'start' : 'end'} fill={ink}>
              {words[at]}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
