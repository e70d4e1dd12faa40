// Draws the countries of the world into a file of the dashboard: `npm run world-map` writes it, and a test compares. The
// shapes are Natural Earth's (public domain) at 1:110,000,000. Countries that are too small to be seen there have a point.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { geoArea, geoCentroid, geoNaturalEarth1, geoPath } from 'd3-geo';
import type { Feature, FeatureCollection, MultiPolygon, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

export interface WorldShapes {
  width: number;
  height: number;
  /** By ISO 3166 alpha-2 code: the path of the country. */
  shapes: Record<string, string>;
  /** Countries that are too small to be seen, or to be pressed, as a shape. */
  points: Record<string, [x: number, y: number]>;
}

type Area = Polygon | MultiPolygon;
type Atlas = Topology<{ countries: GeometryCollection<{ name: string }> }>;

export const worldFile = fileURLToPath(new URL('src/signed-in/stats/map/world.json', import.meta.url));

const WIDTH = 2400;
/** The map is cut where it hardly divides anybody: in the Bering Strait, not through the east of Russia. */
const CENTRE_LONGITUDE = 11;
/** Antarctica would take a fifth of the height. */
const SOUTHERNMOST = -56;
const NORTHERNMOST = 83.7;
/** In square units of the drawing. Smaller countries have a point too. */
const MIN_AREA = 90;

/** Areas without an ISO number, by the country that location data attribute them to. */
const unnumbered: Record<string, string> = { Kosovo: 'XK', 'N. Cyprus': 'CY', Somaliland: 'SO' };

/** Natural Earth draws these as a part of another country. */
const parts: readonly { iso: string; of: string; contains: (position: Position) => boolean }[] = [
  { iso: 'GF', of: 'FR', contains: ([longitude]) => longitude! < -40 },
  { iso: 'SJ', of: 'NO', contains: ([, latitude]) => latitude! > 75 },
];

/** Longitude and latitude of what the atlas does not have by itself, or not in a useful place. */
const places: Record<string, Position> = {
  AQ: [-64.1, SOUTHERNMOST],
  BQ: [-68.3, 12.2],
  BV: [3.4, -54.4],
  CC: [96.8, -12.2],
  CX: [105.6, -10.5],
  GI: [-5.4, 36.1],
  GP: [-61.6, 16.3],
  IO: [72.4, -7.3],
  MQ: [-61, 14.6],
  RE: [55.5, -21.1],
  TK: [-171.9, -9.2],
  TV: [179.2, -8.5],
  UM: [166.6, 19.3],
  YT: [45.2, -12.8],
};

export function drawWorld(): WorldShapes {
  const projection = geoNaturalEarth1().rotate([-CENTRE_LONGITUDE, 0]);
  const corners: Position[] = [
    [-180 + CENTRE_LONGITUDE + 0.01, 0],
    [180 + CENTRE_LONGITUDE - 0.01, 0],
    [CENTRE_LONGITUDE, NORTHERNMOST],
    [CENTRE_LONGITUDE, SOUTHERNMOST],
  ];
  projection.fitWidth(WIDTH, { type: 'MultiPoint', coordinates: corners });
  const path = geoPath(projection);
  const project = (position: Position) => projection(position as [number, number])!.map(Math.round) as [number, number];
  const height = project([CENTRE_LONGITUDE, SOUTHERNMOST])[1];

  const shapes: WorldShapes['shapes'] = {};
  const points: WorldShapes['points'] = {};
  for (const [iso, geometry] of areasOf('110m')) {
    if (iso === 'AQ') continue;
    const shape = compact(path(geometry)!);
    if (shape !== '') shapes[iso] = shape;
    if (path.area(geometry) < MIN_AREA) points[iso] = project(geoCentroid(largestOf(geometry)));
  }
  for (const [iso, geometry] of areasOf('50m')) {
    if (!shapes[iso]) points[iso] ??= project(geoCentroid(largestOf(geometry)));
  }
  for (const [iso, position] of Object.entries(places)) points[iso] = project(position);
  return { width: WIDTH, height, shapes: sorted(shapes), points: sorted(points) };
}

/** The file as it is stored: one country per line. */
export function worldText({ width, height, shapes, points }: WorldShapes): string {
  const lines = (record: object) =>
    Object.entries(record)
      .map(([iso, value]) => `    "${iso}": ${JSON.stringify(value)}`)
      .join(',\n');
  return `{
  "width": ${width},
  "height": ${height},
  "shapes": {
${lines(shapes)}
  },
  "points": {
${lines(points)}
  }
}
`;
}

function areasOf(scale: '110m' | '50m'): Map<string, Area> {
  const file = fileURLToPath(import.meta.resolve(`world-atlas/countries-${scale}.json`));
  const atlas = JSON.parse(readFileSync(file, 'utf8')) as Atlas;
  const { features } = feature(atlas, atlas.objects.countries) as FeatureCollection<Area, { name: string }>;
  const areas = new Map<string, Area>();
  for (const country of features) {
    const iso = isoOf(country);
    if (iso) areas.set(iso, joined([areas.get(iso), country.geometry]));
  }
  for (const { iso, of, contains } of parts) {
    const polygons = polygonsOf(areas.get(of)!);
    const isPart = (polygon: Position[][]) => contains(geoCentroid({ type: 'Polygon', coordinates: polygon }));
    areas.set(iso, { type: 'MultiPolygon', coordinates: polygons.filter(isPart) });
    areas.set(of, { type: 'MultiPolygon', coordinates: polygons.filter((polygon) => !isPart(polygon)) });
  }
  return areas;
}

/** The atlas has ISO 3166 numbers, which are also regions in language tags: their canonical form is the letters. */
function isoOf({ id, properties }: Feature<Area, { name: string }>): string | undefined {
  if (id === undefined) return unnumbered[properties.name];
  const region = new Intl.Locale(`und-${String(id).padStart(3, '0')}`).region;
  return region?.length === 2 ? region : undefined;
}

function joined(areas: readonly (Area | undefined)[]): Area {
  return { type: 'MultiPolygon', coordinates: areas.flatMap((area) => (area ? polygonsOf(area) : [])) };
}

function polygonsOf(area: Area): Position[][][] {
  return area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
}

function largestOf(area: Area): Polygon {
  const polygons = polygonsOf(area).map((coordinates): Polygon => ({ type: 'Polygon', coordinates }));
  return polygons.reduce((largest, polygon) => (geoArea(polygon) > geoArea(largest) ? polygon : largest));
}

/** Whole numbers, relative to the point before. Rings that shrink to a line are left out. */
function compact(path: string): string {
  return path
    .split('Z')
    .map((ring) =>
      ring
        .replace(/^M/, '')
        .split('L')
        .map((pair) => pair.split(',').map((number) => Math.round(Number(number)))),
    )
    .map((ring) => ring.filter(([x, y], at) => at === 0 || x !== ring[at - 1]![0] || y !== ring[at - 1]![1]))
    .filter((ring) => ring.length > 3)
    .map((ring) => {
      const steps = ring.slice(1).map(([x, y], at) => [x! - ring[at]![0]!, y! - ring[at]![1]!]);
      return `M${ring[0]!.join(' ')}l${steps.flat().join(' ').replaceAll(' -', '-')}z`;
    })
    .join('');
}

function sorted<Value>(record: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

if (process.argv.includes('--write')) writeFileSync(worldFile, worldText(drawWorld()));
