import { describe, expect, test } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import type { Chart } from './chart-model.ts';
import { makePreview } from './make-preview.ts';
import type { OfficeBlock, PreviewResult } from './model.ts';

const zip = (parts: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(zipSync(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, strToU8(part)]))));
const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
const relations = (...all: readonly string[]): string => `<Relationships>${all.join('')}</Relationships>`;
const THEME =
  '<a:theme xmlns:a="a"><a:themeElements><a:clrScheme><a:accent1><a:srgbClr val="102030"/></a:accent1><a:accent2><a:srgbClr val="40A0FF"/></a:accent2></a:clrScheme></a:themeElements></a:theme>';
const DRAWING = '<a:graphicData><c:chart r:id="c"/></a:graphicData>';

const texts = (all: readonly string[]): string =>
  `<c:strRef><c:f>S!A1</c:f><c:strCache><c:ptCount val="${all.length}"/>${all.map((text, index) => `<c:pt idx="${index}"><c:v>${text}</c:v></c:pt>`).join('')}</c:strCache></c:strRef>`;
const numbers = (all: readonly (number | string)[], code = 'General'): string =>
  `<c:numRef><c:f>S!B1</c:f><c:numCache><c:formatCode>${code}</c:formatCode><c:ptCount val="${all.length}"/>${all.map((value, index) => (value === '' ? '' : `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`)).join('')}</c:numCache></c:numRef>`;
const serial = (index: number, name: string, values: string, more = ''): string =>
  `<c:ser><c:idx val="${index}"/><c:tx>${texts([name])}</c:tx>${more}<c:cat>${texts(['North', 'South'])}</c:cat><c:val>${values}</c:val></c:ser>`;
const axes = (value = ''): string =>
  `<c:catAx><c:axId val="1"/></c:catAx><c:valAx><c:axId val="2"/>${value}<c:majorGridlines/></c:valAx>`;
const IDS = '<c:axId val="1"/><c:axId val="2"/>';
const space = (plot: string, more = ''): string =>
  `<c:chartSpace xmlns:c="c" xmlns:a="a" xmlns:r="r"><c:chart><c:autoTitleDeleted val="1"/>${more}<c:plotArea>${plot}</c:plotArea></c:chart></c:chartSpace>`;

const deck = (chart: string, name = 'charts/chart1.xml', more: Readonly<Record<string, string>> = {}) =>
  zip({
    'ppt/presentation.xml':
      '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId r:id="s"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relations(relation('s', 'slide', 'slides/slide1.xml')),
    'ppt/slides/slide1.xml': `<p:sld xmlns:p="p" xmlns:a="a" xmlns:r="r" xmlns:c="c"><p:cSld><p:spTree><p:graphicFrame><p:xfrm><a:off x="1219200" y="685800"/><a:ext cx="6096000" cy="3429000"/></p:xfrm><a:graphic>${DRAWING}</a:graphic></p:graphicFrame></p:spTree></p:cSld></p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': relations(
      relation('c', 'chart', `../${name}`),
      relation('l', 'slideLayout', '../slideLayouts/l.xml'),
    ),
    'ppt/slideLayouts/l.xml': '<p:sldLayout xmlns:p="p"/>',
    'ppt/slideLayouts/_rels/l.xml.rels': relations(relation('m', 'slideMaster', '../slideMasters/m.xml')),
    'ppt/slideMasters/m.xml': '<p:sldMaster xmlns:p="p"/>',
    'ppt/slideMasters/_rels/m.xml.rels': relations(relation('t', 'theme', '../theme/t.xml')),
    'ppt/theme/t.xml': THEME,
    [`ppt/${name}`]: chart,
    ...more,
  });

const chartsIn = (blocks: readonly OfficeBlock[]): readonly Extract<OfficeBlock, { kind: 'chart' }>[] =>
  blocks.flatMap((block) =>
    block.kind === 'chart'
      ? [block]
      : block.kind === 'slide'
        ? chartsIn(block.frames.flatMap((one) => one.blocks))
        : [],
  );
const blocksOf = (made: PreviewResult): readonly OfficeBlock[] => (made.kind === 'text' ? made.blocks : []);
async function read(chart: string, name?: string): Promise<Chart> {
  const [found] = chartsIn(blocksOf(await makePreview('pptx', deck(chart, name))));
  if (found === undefined) throw new TypeError('no chart');
  return found.chart;
}

describe('a chart of a presentation', () => {
  test('has its place, its series in their colors, its labels and the steps of its axis', async () => {
    const labels = '<c:dLbls><c:numFmt formatCode="0.0" sourceLinked="0"/><c:showVal val="1"/></c:dLbls>';
    const plot = `<c:barChart><c:barDir val="col"/><c:grouping val="stacked"/>${serial(0, 'Cost', numbers([1200, -300], '#,##0'), labels)}${serial(1, 'Tax', numbers([80, '']), '<c:spPr><a:solidFill><a:srgbClr val="FF0000"/></a:solidFill></c:spPr>')}<c:gapWidth val="50"/>${IDS}</c:barChart>${axes()}`;
    const heading =
      '<c:title><c:tx><c:rich><a:p><a:r><a:t>Cost by </a:t></a:r><a:r><a:t>region</a:t></a:r></a:p></c:rich></c:tx></c:title>';
    const made = await makePreview('pptx', deck(space(plot, heading)));
    const [found] = chartsIn(blocksOf(made));
    expect(found).toMatchObject({ width: 480, height: 270 });
    expect(found?.chart).toMatchObject({
      kind: 'Stacked column chart',
      title: 'Cost by region',
      categories: { texts: ['North', 'South'] },
      groups: [
        {
          mark: 'column',
          stack: 'sum',
          gap: 0.5,
          series: [
            {
              name: 'Cost',
              color: '#102030',
              points: [{ value: 1200, text: '1,200', label: '1200.0' }, { value: -300 }],
            },
            {
              name: 'Tax',
              color: '#ff0000',
              points: [
                { value: 80, text: '80' },
                { value: undefined, text: '' },
              ],
            },
          ],
        },
      ],
      values: { min: -500, max: 1500, hasGrid: true },
    });
    expect(found?.chart.values?.ticks.map(({ text }) => text)).toEqual(['-500', '0', '500', '1,000', '1,500']);
    expect(made.kind === 'text' && made.notes.join(' ')).not.toContain('Charts');
  });

  test('has the second axis of a line over its columns', async () => {
    const plot = `<c:barChart><c:barDir val="col"/>${serial(0, 'Revenue', numbers([41, 44]))}${IDS}</c:barChart>
      <c:lineChart>${serial(1, 'Margin', numbers([0.14, 0.17], '0%'))}<c:axId val="3"/><c:axId val="4"/></c:lineChart>
      ${axes()}<c:catAx><c:axId val="3"/><c:delete val="1"/></c:catAx><c:valAx><c:axId val="4"/><c:scaling><c:min val="0"/></c:scaling></c:valAx>`;
    const chart = await read(space(plot));
    expect([chart.kind, chart.groups.map(({ mark, isSecond }) => [mark, isSecond])]).toEqual([
      'Combined chart',
      [
        ['column', false],
        ['line', true],
      ],
    ]);
    expect(chart.second?.ticks.at(-1)?.text).toBe('20%');
    expect(chart.values?.max).toBe(50);
  });

  test('has slices of the colors of the theme with their shares, and points of a scatter chart', async () => {
    const pie = await read(
      space(
        `<c:pieChart><c:varyColors val="1"/>${serial(0, 'Mix', numbers([30, 10]), '<c:dPt><c:idx val="1"/><c:spPr><a:solidFill><a:schemeClr val="accent2"><a:lumMod val="50000"/></a:schemeClr></a:solidFill></c:spPr></c:dPt>')}<c:dLbls><c:showCatName/><c:showPercent/></c:dLbls></c:pieChart>`,
        '<c:legend/>',
      ),
    );
    expect([pie.legend, pie.groups[0]?.series[0]?.points]).toEqual([
      'right',
      [
        { value: 30, text: '30', label: 'North, 75%', color: '#102030' },
        { value: 10, text: '10', label: 'South, 25%', color: '#205080' },
      ],
    ]);
    const scatter = await read(
      space(
        `<c:scatterChart><c:ser><c:idx val="0"/><c:xVal>${numbers([10, 20])}</c:xVal><c:yVal>${numbers([1, 4])}</c:yVal></c:ser><c:axId val="5"/><c:axId val="6"/></c:scatterChart><c:valAx><c:axId val="5"/></c:valAx><c:valAx><c:axId val="6"/></c:valAx>`,
      ),
    );
    expect(scatter.groups[0]?.series[0]).toMatchObject({
      name: 'Series 1',
      points: [
        { x: 10, value: 1 },
        { x: 20, value: 4 },
      ],
    });
    expect([scatter.across?.max, scatter.values?.max]).toEqual([25, 5]);
  });

  test('has dates as its categories, in their places', async () => {
    const dates = numbers([45_292, 45_293, 45_299], 'd\\ mmm\\ yyyy');
    const plot = `<c:lineChart><c:ser><c:idx val="0"/><c:cat>${dates}</c:cat><c:val>${numbers([1, 2, 3])}</c:val></c:ser>${IDS}</c:lineChart><c:dateAx><c:axId val="1"/></c:dateAx><c:valAx><c:axId val="2"/></c:valAx>`;
    const { categories } = await read(space(plot));
    expect(categories.texts).toEqual(['1 Jan 2024', '2 Jan 2024', '8 Jan 2024']);
    expect(categories.places?.map((place) => Number(place.toFixed(3)))).toEqual([0, 0.143, 1]);
  });

  test('has its values if its kind is not drawn', async () => {
    const radar = await read(space(`<c:radarChart>${serial(0, 'Now', numbers([3, 4]))}</c:radarChart>`));
    expect([radar.kind, radar.groups[0]?.mark, radar.groups[0]?.series[0]?.points.map(({ text }) => text)]).toEqual([
      'Radar chart',
      'table',
      ['3', '4'],
    ]);
    const funnel = await read(
      '<cx:chartSpace xmlns:cx="x" xmlns:a="a"><cx:chartData><cx:data id="0"><cx:strDim><cx:lvl ptCount="2"><cx:pt idx="0">Leads</cx:pt><cx:pt idx="1">Deals</cx:pt></cx:lvl></cx:strDim><cx:numDim><cx:lvl ptCount="2" formatCode="#,##0"><cx:pt idx="0">1500</cx:pt><cx:pt idx="1">20</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></cx:rich></cx:tx></cx:title><cx:plotArea><cx:plotAreaRegion><cx:series layoutId="funnel"><cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>',
      'charts/chartEx1.xml',
    );
    expect(funnel).toMatchObject({ kind: 'Funnel chart', title: 'Sales', categories: { texts: ['Leads', 'Deals'] } });
    expect(funnel.groups[0]?.series[0]?.points.map(({ text }) => text)).toEqual(['1,500', '20']);
  });

  test('says that it has no stored values, is missing or damaged, and takes nothing from the document', async () => {
    const bare =
      '<c:barChart><c:ser><c:idx val="0"/><c:val><c:numRef><c:f>S!A1</c:f></c:numRef></c:val></c:ser></c:barChart>';
    expect((await read(space(bare))).problem).toBe('This chart has no stored values.');
    expect((await read('<c:chartSpace')).problem).toBe('This chart is damaged.');
    expect((await read(space(bare), 'charts/../other.xml')).problem).toBe('This chart is missing in the document.');
  });

  test('has at most 60 series of 2000 values, whatever counts it claims', async () => {
    const many = Array.from({ length: 70 }, (_, index) =>
      serial(index, `S${index}`, numbers([1, 2]).replace('<c:ptCount val="2"/>', '<c:ptCount val="4000000000"/>')),
    );
    const made = await makePreview('pptx', deck(space(`<c:lineChart>${many.join('')}${IDS}</c:lineChart>${axes()}`)));
    const [found] = chartsIn(blocksOf(made));
    expect(found?.chart.groups[0]?.series.map(({ points }) => points.length)).toEqual(
      Array.from({ length: 60 }, () => 2000),
    );
    expect(made.kind === 'text' && made.notes).toContain('Some charts have more values than are shown here.');
  });

  test.each([
    ['<c:scaling><c:min val="1"/><c:max val="0"/></c:scaling>'],
    ['<c:scaling><c:min val="-1e308"/><c:max val="1e308"/></c:scaling>'],
    ['<c:majorUnit val="1e-300"/>'],
    ['<c:scaling><c:logBase val="10"/></c:scaling>'],
    ['<c:scaling><c:logBase val="1.0000001"/></c:scaling>'],
  ])('has an axis with ends that differ and few steps, also by %s', async (wish) => {
    const chart = await read(space(`<c:barChart>${serial(0, 'A', numbers([5, 500]))}${IDS}</c:barChart>${axes(wish)}`));
    const { min = 0, max = 0, ticks = [] } = chart.values ?? {};
    expect([max > min, ticks.length <= 81]).toEqual([true, true]);
  });
});

describe('a chart of another document', () => {
  const plot = `<c:barChart>${serial(0, 'Cost', numbers([1, 2]))}${IDS}</c:barChart>${axes()}`;

  test('has its size in the text of a document of Word', async () => {
    const made = await makePreview(
      'docx',
      zip({
        'word/document.xml': `<w:document xmlns:w="w" xmlns:a="a" xmlns:r="r" xmlns:c="c" xmlns:wp="p"><w:body><w:p><w:r><w:drawing><wp:inline><wp:extent cx="5486400" cy="3200400"/><a:graphic>${DRAWING}</a:graphic></wp:inline></w:drawing></w:r></w:p></w:body></w:document>`,
        'word/_rels/document.xml.rels': relations(relation('c', 'chart', 'charts/chart1.xml')),
        'word/theme/theme1.xml': THEME,
        'word/charts/chart1.xml': space(plot),
      }),
    );
    expect(chartsIn(blocksOf(made))).toMatchObject([
      { width: 432, height: 252, chart: { kind: 'Column chart', groups: [{ series: [{ color: '#102030' }] }] } },
    ]);
  });

  test('has its cells in a workbook, also on a sheet of charts alone', async () => {
    const anchor = `<xdr:wsDr xmlns:xdr="d" xmlns:a="a" xmlns:c="c" xmlns:r="r"><xdr:twoCellAnchor><xdr:from><xdr:col>4</xdr:col><xdr:colOff>304800</xdr:colOff><xdr:row>2</xdr:row></xdr:from><xdr:to><xdr:col>9</xdr:col><xdr:row>17</xdr:row></xdr:to><xdr:graphicFrame><a:graphic>${DRAWING}</a:graphic></xdr:graphicFrame></xdr:twoCellAnchor></xdr:wsDr>`;
    const made = await makePreview(
      'xlsx',
      zip({
        'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="Figures" r:id="a"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels': relations(relation('a', 'chartsheet', 'chartsheets/sheet1.xml')),
        'xl/chartsheets/sheet1.xml': '<chartsheet/>',
        'xl/chartsheets/_rels/sheet1.xml.rels': relations(relation('d', 'drawing', '../drawings/drawing1.xml')),
        'xl/drawings/drawing1.xml': anchor,
        'xl/drawings/_rels/drawing1.xml.rels': relations(relation('c', 'chart', '../charts/chart1.xml')),
        'xl/charts/chart1.xml': space(plot),
      }),
    );
    expect(made.kind === 'sheets' && made.sheets[0]?.charts).toMatchObject([
      { row: 2, column: 4.5, end: { row: 17, column: 9 }, chart: { kind: 'Column chart' } },
    ]);
  });
});
