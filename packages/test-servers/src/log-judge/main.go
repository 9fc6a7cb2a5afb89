// Judges an export of an audit log by the packages of Go's checksum database: golang.org/x/mod/sumdb/{note,tlog}.
//
//	log-judge FOLDER VKEY         every entry and every checkpoint of an export
//	log-judge -proof VKEY ENTRY   a proof (c2sp.org/tlog-proof@v1) on standard input; ENTRY is hexadecimal
//	log-judge -sign SKEY          signs the text on standard input with a private key
//
// The last line it prints begins with "judged" when all is right; else it ends with code 1.
package main

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 3 && args[0] == "-proof":
		return judgeProof(args[1], args[2])
	case len(args) == 2 && args[0] == "-sign":
		return sign(args[1])
	case len(args) == 2:
		return judgeExport(args[0], args[1])
	}
	return fmt.Errorf("usage: log-judge FOLDER VKEY | -proof VKEY ENTRY | -sign SKEY")
}

// checkpoint returns the tree of a signed note.
func checkpoint(signed []byte, vkey string) (tlog.Tree, error) {
	verifier, err := note.NewVerifier(vkey)
	if err != nil {
		return tlog.Tree{}, err
	}
	opened, err := note.Open(signed, note.VerifierList(verifier))
	if err != nil {
		return tlog.Tree{}, err
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[0] != verifier.Name() {
		return tlog.Tree{}, fmt.Errorf("not a checkpoint of %s", verifier.Name())
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return tlog.Tree{}, err
	}
	hash, err := tlog.ParseHash(lines[2])
	return tlog.Tree{N: size, Hash: hash}, err
}

// folder reads tiles of an export.
type folder string

func (f folder) Height() int                         { return 8 }
func (f folder) SaveTiles(_ []tlog.Tile, _ [][]byte) {}
func (f folder) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range tiles {
		data, err := f.read(tile)
		if err != nil {
			return nil, err
		}
		all = append(all, data)
	}
	return all, nil
}

// The paths are those of the checksum database without the height: tile/8/0/x001/234.p/5 is tile/0/x001/234.p/5.
func (f folder) read(tile tlog.Tile) ([]byte, error) {
	path := func(one tlog.Tile) string {
		return filepath.Join(string(f), "tile", strings.TrimPrefix(one.Path(), "tile/8/"))
	}
	data, err := os.ReadFile(path(tile))
	if !os.IsNotExist(err) {
		return data, err
	}
	// Go asks for the narrowest tile that it needs; an export has one width of each.
	matches, _ := filepath.Glob(strings.Split(path(tile), ".p")[0] + ".p/*")
	tile.W = 256
	for _, found := range append(matches, path(tile)) {
		if data, err = os.ReadFile(found); err == nil {
			return data, nil
		}
	}
	return nil, err
}

func judgeExport(path, vkey string) error {
	signed, err := os.ReadFile(filepath.Join(path, "checkpoint"))
	if err != nil {
		return err
	}
	tree, err := checkpoint(signed, vkey)
	if err != nil {
		return err
	}
	hashes := tlog.TileHashReader(tree, folder(path))
	if err := judgeEntries(path, tree, hashes); err != nil {
		return err
	}
	earlier, err := filepath.Glob(filepath.Join(path, "checkpoints", "*"))
	if err != nil {
		return err
	}
	for _, name := range earlier {
		if err := judgeEarlier(name, vkey, tree, hashes); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	fmt.Printf("judged %d entries and %d checkpoints\n", tree.N, len(earlier)+1)
	return nil
}

func judgeEntries(path string, tree tlog.Tree, hashes tlog.HashReader) error {
	for first := int64(0); first < tree.N; first += 256 {
		width := tree.N - first
		if width > 256 {
			width = 256
		}
		tile := tlog.Tile{H: 8, L: -1, N: first / 256, W: int(width)}
		name := strings.Replace(tile.Path(), "tile/8/data", "tile/entries", 1)
		bundle, err := os.ReadFile(filepath.Join(path, name))
		if err != nil {
			return err
		}
		var indexes []int64
		for i := first; i < first+width; i++ {
			indexes = append(indexes, tlog.StoredHashIndex(0, i))
		}
		stored, err := hashes.ReadHashes(indexes)
		if err != nil {
			return err
		}
		for i := range stored {
			if len(bundle) < 34 || bundle[0] != 0 || bundle[1] != 32 {
				return fmt.Errorf("entry %d is not 32 bytes", first+int64(i))
			}
			if tlog.RecordHash(bundle[2:34]) != stored[i] {
				return fmt.Errorf("entry %d is not in the tree", first+int64(i))
			}
			bundle = bundle[34:]
		}
		if len(bundle) > 0 {
			return fmt.Errorf("%s holds more than %d entries", name, width)
		}
	}
	return nil
}

func judgeEarlier(name, vkey string, tree tlog.Tree, hashes tlog.HashReader) error {
	signed, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	older, err := checkpoint(signed, vkey)
	if err != nil {
		return err
	}
	proof, err := tlog.ProveTree(tree.N, older.N, hashes)
	if err != nil {
		return err
	}
	return tlog.CheckTree(proof, tree.N, tree.Hash, older.N, older.Hash)
}

func judgeProof(vkey, entry string) error {
	input, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	head, signed, found := bytes.Cut(input, []byte("\n\n"))
	lines := strings.Split(string(head), "\n")
	if !found || len(lines) < 2 || lines[0] != "c2sp.org/tlog-proof@v1" {
		return fmt.Errorf("not a proof")
	}
	index, err := strconv.ParseInt(strings.TrimPrefix(lines[1], "index "), 10, 64)
	if err != nil {
		return err
	}
	var proof tlog.RecordProof
	for _, line := range lines[2:] {
		raw, err := base64.StdEncoding.DecodeString(line)
		if err != nil || len(raw) != tlog.HashSize {
			return fmt.Errorf("not a hash: %s", line)
		}
		var hash tlog.Hash
		copy(hash[:], raw)
		proof = append(proof, hash)
	}
	tree, err := checkpoint(signed, vkey)
	if err != nil {
		return err
	}
	raw, err := hex.DecodeString(entry)
	if err != nil {
		return err
	}
	if err := tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash(raw)); err != nil {
		return err
	}
	fmt.Printf("judged the proof of entry %d in %d\n", index, tree.N)
	return nil
}

func sign(skey string) error {
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	signer, err := note.NewSigner(skey)
	if err != nil {
		return err
	}
	signed, err := note.Sign(&note.Note{Text: string(text)}, signer)
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(signed)
	return err
}
