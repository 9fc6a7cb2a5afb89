// Package keys opens data keys by the protocol of docs/reference/key-service.md, whose steps the comments number.
package keys

import (
	"bytes"
	"crypto/aes"
	"crypto/ecdh"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

var b64url = base64.RawURLEncoding

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return b64url.EncodeToString(sum[:])
}

// Point is a public P-256 key. Its fields stand in the order that RFC 7638 asks for.
type Point struct {
	Crv string `json:"crv"`
	Kty string `json:"kty"`
	X   string `json:"x"`
	Y   string `json:"y"`
}

func pointOf(key *ecdh.PublicKey) Point {
	raw := key.Bytes() // 4, x, y
	return Point{"P-256", "EC", b64url.EncodeToString(raw[1:33]), b64url.EncodeToString(raw[33:])}
}

func (p Point) thumbprint() string {
	text, _ := json.Marshal(p)
	return digest(string(text))
}

func (p Point) key() (*ecdh.PublicKey, error) {
	x, err := b64url.DecodeString(p.X)
	y, err2 := b64url.DecodeString(p.Y)
	if err := errors.Join(err, err2); err != nil {
		return nil, err
	}
	return ecdh.P256().NewPublicKey(append(append([]byte{4}, x...), y...))
}

// Sealed is the answer of the key service for one key.
type Sealed struct {
	Epk        Point  `json:"epk"`
	WrappedKey string `json:"wrapped_key"`
	Sig        string `json:"sig"`
}

// Keys asks one key service: its address and the thumbprint of its key come from where you trust them.
type Keys struct {
	url      string
	private  *ecdh.PrivateKey
	verifier ed25519.PublicKey
}

// New trusts the key service at url with the key that has this thumbprint.
func New(url, thumbprint string) (*Keys, error) {
	private, err := ecdh.P256().GenerateKey(rand.Reader) // 1
	if err != nil {
		return nil, err
	}
	var set struct{ Keys []struct{ X string } }
	if err := Call("GET", url+"/.well-known/jwks.json", "", nil, &set); err != nil { // 2
		return nil, err
	}
	for _, listed := range set.Keys {
		if digest(`{"crv":"Ed25519","kty":"OKP","x":"`+listed.X+`"}`) == thumbprint {
			verifier, err := b64url.DecodeString(listed.X)
			return &Keys{url, private, verifier}, err
		}
	}
	return nil, errors.New("the key service has another key than the one that you trust")
}

// Jkt is what the room service is asked with.
func (k *Keys) Jkt() string { return pointOf(k.private.PublicKey()).thumbprint() }

// Unwrap returns the data key. op: "seal" for an upload, "open" for a download; never taken from the grant.
func (k *Keys) Unwrap(grant, wrappedDek, file, op string) ([]byte, error) {
	var answer struct{ Data Sealed }
	body := map[string]any{"grant": grant, "wrapped_dek": wrappedDek, "client_key": pointOf(k.private.PublicKey())}
	if err := Call("POST", k.url+"/v1/unwrap", "", body, &answer); err != nil { // 4
		return nil, err
	}
	return k.opened(answer.Data, grant, file, op)
}

func (k *Keys) opened(answer Sealed, grant, file, op string) ([]byte, error) {
	info := strings.Join([]string{"strongroom/v1/unwrap", k.url, file, op, digest(grant), // 5
		k.Jkt(), answer.Epk.thumbprint()}, "\n")
	sig, err := b64url.DecodeString(answer.Sig)
	signed := "strongroom/v1/answer\n" + info + "\n" + answer.WrappedKey
	if err != nil || !ed25519.Verify(k.verifier, []byte(signed), sig) { // 6: before anything is opened
		return nil, errors.New("the answer is not one of the key service for this file")
	}
	epk, err := answer.Epk.key()
	if err != nil {
		return nil, err
	}
	shared, err := k.private.ECDH(epk) // 7
	if err != nil {
		return nil, err
	}
	kek, err := hkdf.Key(sha256.New, shared, nil, info, 32) // 8
	if err != nil {
		return nil, err
	}
	wrapped, err := b64url.DecodeString(answer.WrappedKey)
	if err != nil {
		return nil, err
	}
	return unwrapKey(kek, wrapped) // 9
}

// unwrapKey is AES key wrap (RFC 3394), which the standard library lacks.
func unwrapKey(kek, wrapped []byte) ([]byte, error) {
	block, err := aes.NewCipher(kek)
	if err != nil || len(wrapped)%8 != 0 || len(wrapped) < 24 {
		return nil, errors.New("not a wrapped key")
	}
	n := len(wrapped)/8 - 1
	a, r := bytes.Clone(wrapped[:8]), bytes.Clone(wrapped[8:])
	for t := 6 * n; t > 0; t-- {
		i := (t - 1) % n
		half := make([]byte, 16)
		binary.BigEndian.PutUint64(half, binary.BigEndian.Uint64(a)^uint64(t))
		copy(half[8:], r[8*i:8*i+8])
		block.Decrypt(half, half)
		copy(a, half[:8])
		copy(r[8*i:], half[8:])
	}
	if !bytes.Equal(a, bytes.Repeat([]byte{0xa6}, 8)) {
		return nil, errors.New("the key was wrapped under another key")
	}
	return r, nil
}

// Call sends JSON and reads JSON.
func Call(method, url, token string, body, answer any) error {
	var sent []byte
	kind := ""
	if body != nil {
		kind = "application/json"
		var err error
		if sent, err = json.Marshal(body); err != nil {
			return err
		}
	}
	text, err := Send(method, url, token, kind, sent)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, answer)
}

// Send sends bytes and reads bytes.
func Send(method, url, token, kind string, body []byte) ([]byte, error) {
	request, err := http.NewRequest(method, url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if kind != "" {
		request.Header.Set("Content-Type", kind)
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode >= 400 {
		err = fmt.Errorf("%s %s: %s", method, strings.Split(url, "?")[0], text)
	}
	return text, err
}
