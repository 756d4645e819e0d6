import { arc, line, pie } from 'd3-shape';
import { getTickFormat, getTicks, pickLabels, scaleHeights, toGridLine, toPlot, type AxesLayout } from './scales.ts';

/** In units of the view box; the drawing scales to its container. */
export const seriesChartSize = { width: 560, height: 240 };
const plot = toPlot(seriesChartSize, { left: 56, right: 8, top: 8, bottom: 32 });
const pieRadius = 100;
/** How many characters of a label, and how many labels, fit below the plot. */
const labelLength = 14;
const mostLabels = 8;
/** Shares of a label's slot: its bars, and the empty room on each side. */
const barsPart = 0.72;
const sidePart = 0.14;
/** Share of a bar's width that is drawn; the rest is a gap. */
const barPart = 0.94;

export interface SeriesData {
  kind: 'bar' | 'line' | 'pie';
  labels: readonly string[];
  /** Series with one value per label. A pie has one series, without values below 0. */
  series: readonly { key: string; name: string; values: readonly number[] }[];
}

/** A bar, a line or a slice. */
export interface SeriesMark {
  key: string;
  /** Index of the series, or of the slice. */
  colour: number;
  path: string;
}

export interface SeriesLayout {
  marks: SeriesMark[];
  /** Undefined for a pie. */
  axes: AxesLayout | undefined;
}

export function layOutSeries(data: SeriesData): SeriesLayout {
  if (data.kind === 'pie') return { marks: layOutPie(data), axes: undefined };
  const values = data.series.flatMap((each) => each.values);
  const heights = scaleHeights([Math.min(0, ...values), Math.max(0, ...values) || 1], plot);
  const format = getTickFormat(heights);
  const slot = (plot.right - plot.left) / data.labels.length;
  const labels = data.labels.map((label, index) => ({
    key: `label ${index}`,
    x: plot.left + slot * (index + 0.5),
    text: shorten(label),
  }));
  return {
    marks: data.kind === 'line' ? layOutLines(data, slot, heights) : layOutBars(data, slot, heights),
    axes: {
      plot,
      gridLines: getTicks(heights).map((tick) => toGridLine(heights(tick), format(tick))),
      labels: pickLabels(labels, mostLabels, 'first'),
    },
  };
}

type Heights = (value: number) => number;

function layOutBars({ labels, series }: SeriesData, slot: number, heights: Heights): SeriesMark[] {
  const width = (slot * barsPart) / series.length;
  return series.flatMap(({ key, values }, place) =>
    labels.map((_, index) => {
      const x = plot.left + slot * (index + sidePart) + width * place;
      const [top, bottom] = [heights(Math.max(values[index] ?? 0, 0)), heights(Math.min(values[index] ?? 0, 0))];
      return {
        key: `${key} ${index}`,
        colour: place,
        path: `M${x} ${bottom}V${top}H${x + width * barPart}V${bottom}Z`,
      };
    }),
  );
}

function layOutLines({ series }: SeriesData, slot: number, heights: Heights): SeriesMark[] {
  const draw = line<number>((_, index) => plot.left + slot * (index + 0.5), heights);
  return series.map(({ key, values }, place) => ({ key, colour: place, path: draw([...values]) ?? '' }));
}

function layOutPie({ series }: SeriesData): SeriesMark[] {
  const slices = pie<number>().sort(null)([...(series[0]?.values ?? [])]);
  const draw = arc<(typeof slices)[number]>()
    .innerRadius(pieRadius * 0.55)
    .outerRadius(pieRadius)
    .padAngle(0.015);
  return slices.map((slice, index) => ({ key: `slice ${index}`, colour: index, path: draw(slice) ?? '' }));
}

function shorten(label: string): string {
  const characters = [...label];
  return characters.length > labelLength ? `${characters.slice(0, labelLength - 1).join('')}…` : label;
}
